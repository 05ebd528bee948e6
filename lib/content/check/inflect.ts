/** Regular forms by language: `y>ies,ied` replaces the end of a word by each of these. */
const RULES: Record<string, string> = {
  en: ">s,ed,ing s>ses x>xes z>zes ch>ches sh>shes y>ies,ied e>ed,ing",
  de: ">e,en,er,es,em,n,s e>n,r,s,m,en er>e,en,em,es,ern,ere,eren,erer,eres en>e,st,t,te,ten,end,ende,enden,ender,endes eln>elt,elte,elten,le,ele,elnd,elnde ern>ert,erte,erten,ernd,ernde >ere,eren,erer,eres,este,esten,ester,estes,ste,sten,ster,stes,stem",
  fr: ">s,e,es,x,ment e>es,ement if>ive,ifs,ives,ivement eux>euse,euses,eusement al>ale,aux,ales eau>eaux el>elle,els,elles,ellement en>enne,ens,ennes on>onne,onnes eur>euse,eurs,euses er>e,es,ons,ez,ent,é,ée,és,ées,ant,era,eront,ait,aient ir>it,is,issons,issez,issent,i,ie,issant,ira",
  es: ">s,es,mente z>ces ón>ones or>ora,ores,oras o>a,os,as,amente a>as e>es ar>o,a,as,amos,an,ado,ada,ados,adas,ando,ó,aron,aba,aban,ará,arán,e,en er>o,e,es,emos,en,ido,ida,iendo,ió,ieron,erá ir>o,e,es,imos,en,ido,ida,iendo,ió,ieron,irá",
  it: "o>i,a,e,amente a>e,he e>i,mente co>ca,che,chi,ci go>ga,ghe,ghi io>i,ia,ie are>o,a,i,iamo,ate,ano,ato,ata,ati,ando,ava,erà ere>o,e,i,iamo,ete,ono,uto,endo ire>o,e,i,iamo,ono,ito,ita,endo,isce,iscono",
  pt: ">s,es,mente ão>ões,ãos,ães al>ais el>éis il>is m>ns o>a,os,as,amente ar>o,a,as,amos,am,ado,ada,ados,adas,ando,ou,aram,ará,e,em er>o,e,es,emos,em,ido,ida,endo,eu,erá ir>o,e,es,imos,em,ido,ida,indo,iu,irá",
  nl: ">e,en,s,er,ere,t,de,den e>n,re,st en>t,de,den,end,ende",
  da: ">e,t,en,et,er,erne,ne,s,ens,ets,ere,este e>r,n,t,s,ne,de,nde et>ede",
  nb: ">e,t,en,et,er,ene,ne,s,ens,ets,ere,este e>r,n,t,s,ne,de,nde et>ede",
  sv: ">a,t,en,et,er,ar,or,erna,arna,orna,s,ens,ets,are,ast,aste a>n,or,r,de,t,nde,s ad>at,ade",
  pl: ">a,u,owi,em,ie,y,i,e,ów,om,ami,ach,ą,ę y>a,e,ego,emu,ym,ej,ą,ych,ymi,i,ie,o i>a,ie,iego,iemu,im,iej,ią,ich,imi a>y,i,ę,ą,o,e,om,ami,ach ka>ce,ki,kę,ką,ek ek>ka,kiem,ki,ków,kom,kami,kach,kowi ik>icy ki>ków,kom,kami,kach rzy>rów,rom,rami,rach li>łych,łym,łymi e>a,u,em,om,ami,ach ie>ia,iu,iem,iom,iami,iach o>a,u,em,om,ami,ach ć>ę,my,cie,ją,ł,ła,li,ły",
  ja: "する>し,した,して,します,しない,され,できる い>く,かった,くて,さ う>い,った,って,います く>き,いた,いて,きます す>し,した,して,します つ>ち,った,って,ちます む>み,んだ,んで,みます る>り,った,って,た,て,ます,ります",
};

/** For words without a replacement: also what changes a word's class. */
const FULL: Record<string, string> = {
  en: "al>ally ive>ively ous>ously ful>fully less>lessly ent>ently ant>antly ate>ately ed>edly ing>ingly ic>ically ble>bly y>ily",
};
const COMPARED = ">er,est,ly e>er,est y>ier,iest";
const MAX_COMPARED = 6;
const MIN_INFLECTED = 4;
const DOUBLED = /[^aeiou][aeiou]([bdgklmnprt])$/;
const SEPARABLE = /^(?:ab|an|auf|aus|ein|frei|hervor|los|mit|nach|vor|weg|zu|zurück|zusammen|über|um)(?=.{5})/;

/** @param isFull with adverbs and comparatives, for words without a replacement */
export function inflections(word: string, language: string, isFull: boolean): Set<string> {
  const forms = new Set([word]);
  if (word.length < MIN_INFLECTED && language !== "ja") return forms;
  const isCompared = isFull && language === "en" && word.length <= MAX_COMPARED;
  const rules = [RULES[language], isFull && FULL[language], isCompared && COMPARED].filter(Boolean).join(" ");
  for (const rule of rules.split(" ")) {
    const [end = "", added = ""] = rule.split(">");
    if (!added || !word.endsWith(end)) continue;
    for (const ending of added.split(",")) forms.add(word.slice(0, word.length - end.length) + ending);
  }
  const [, last] = (language === "en" && DOUBLED.exec(word)) || [];
  if (last) forms.add(`${word}${last}ed`).add(`${word}${last}ing`);
  if (language === "de" && word.endsWith("en")) {
    const [prefix = ""] = SEPARABLE.exec(word) ?? [];
    const stem = word.slice(prefix.length, -2);
    forms.add(`${prefix}zu${stem}en`);
    for (const end of ["", "e", "en", "er", "es", "em"]) forms.add(`${prefix}ge${stem}t${end}`);
  }
  return forms;
}

/** What Turkish and Korean add to a word, in order: number, owner, case, verb. */
const AGGLUTINATED: Record<string, RegExp> = {
  tr: /^(?:l[ıiuü][kğ])?(?:l[ae]r)?(?:[ıiuü]m[ıiuü]z|[ıiuü]n[ıiuü]z|[ıiuü]m|[ıiuü]n|s[ıiuü]|[ıiuü])?(?:n?[dt][ae]n|n?[dt][ae]|[yn]?[ae]|[yn][ıiuü]|n[ıiuü]n|y?l[ae]|c[ae])?(?:ki)?(?:[dt][ıiuü]r|y[dt][ıiuü]|ym[ıiuü]ş|y?[ıiuü]z|s[ıiuü]n(?:[ıiuü]z)?)?(?:l[ae]r)?$/,
  ko: /^(?:들)?(?:은|는|이|가|을|를|의|에|에서|에게|로|으로|와|과|도|만|까지|부터|이다|입니다|인|적인|적으로|하다|한|하게|합니다)?$/,
};
const TURKISH_VERB =
  /^(?:[aeıiuü]?r|[ıiuü]yor|[dt][ıiuü]|m[ıiuü]ş|y?[ae]c[ae][kğ]|y?[ae]n|m[ae]k?|y?[ıiuü]p|y?[ae]r[ae]k|[ıiuü]?n|[ıiuü]l|[ıiuü]ş)+(?:l[ae]r|[ıiuü]m|[ıiuü]z|[ıiuü]|k|n|s[ıiuü]n|y[ae]|t[ae]|d[ae]|d[ıiuü]r)*$/;
const SOFT: Record<string, string> = { ç: "c", k: "ğ", t: "d", p: "b" };

/** Whether the text's word is the brand's word with endings, in languages that chain them. */
export function isAgglutinated(word: string, found: string, language: string): boolean {
  const chain = AGGLUTINATED[language];
  if (!chain || found.length <= word.length - 2) return false;
  if (found.startsWith(word)) return chain.test(found.slice(word.length));
  if (language !== "tr") return false;
  if (/m[ae]k$/.test(word)) {
    const stem = word.slice(0, -3);
    return found.startsWith(stem) && TURKISH_VERB.test(found.slice(stem.length, stem.length + 16));
  }
  const soft = word.slice(0, -1) + (SOFT[word.at(-1) ?? ""] ?? "-");
  const rest = found.slice(soft.length);
  return found.startsWith(soft) && /^[aeıiuü]/.test(rest) && chain.test(rest);
}
