const LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const CYRILLIC = "абвгдежзийклмнопрстуфхцчшщьюя";
const ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهوي";
const DEVANAGARI = "अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसह";

/** Letters a font must have to cover a script (ISO 15924). For Chinese, the most common characters. */
const SCRIPTS: Readonly<Record<string, string>> = {
  Latn: LATIN,
  Grek: "αβγδεζηθικλμνξοπρσςτυφχψωΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ",
  Cyrl: CYRILLIC,
  Armn: "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ",
  Geor: "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ",
  Hebr: "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
  Arab: ARABIC,
  Deva: DEVANAGARI,
  Beng: "অআইঈউঊএঐওঔকখগঘঙচছজঝটঠডঢণতথদধনপফবভমযরলশষসহ",
  Guru: "ਅਆਇਈਉਊਏਐਓਔਕਖਗਘਚਛਜਝਟਠਡਢਣਤਥਦਧਨਪਫਬਭਮਯਰਲਵਸਹ",
  Gujr: "અઆઇઈઉઊએઐઓઔકખગઘચછજઝટઠડઢણતથદધનપફબભમયરલવશષસહ",
  Taml: "அஆஇஈஉஊஎஏஐஒஓஔகஙசஞடணதநபமயரலவழளறன",
  Telu: "అఆఇఈఉఊఎఏఐఒఓఔకఖగఘచఛజటఠడఢణతథదధనపఫబభమయరలవశషసహ",
  Knda: "ಅಆಇಈಉಊಎಏಐಒಓಔಕಖಗಘಚಛಜಟಠಡಢಣತಥದಧನಪಫಬಭಮಯರಲವಶಷಸಹ",
  Mlym: "അആഇഈഉഊഎഏഐഒഓഔകഖഗഘചഛജഞടഠഡഢണതഥദധനപഫബഭമയരലവശഷസഹ",
  Sinh: "අආඇඈඉඊඋඌඑඒඔඕකඛගඝචජඣටඩණතථදධනපඵබභමයරලවසහ",
  Thai: "กขคงจฉชซญดตถทธนบปผฝพฟมยรลวศษสหอฮะาเแโใไ",
  Laoo: "ກຂຄງຈສຊຍດຕຖທນບປຜຝພຟມຢຣລວຫອຮະາເແໂໃໄ",
  Khmr: "កខគឃងចឆជឈញដឋឌឍណតថទធនបផពភមយរលវសហឡអ",
  Mymr: "ကခဂဃငစဆဇဈညဋဌဍဎဏတထဒဓနပဖဗဘမယရလဝသဟဠအ",
  Ethi: "ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ",
  Hira: "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん",
  Kana: "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
  Hani: "一人大中国上下日月年本文生学三小水山心出",
  Hang: "가나다라마바사아자차카타파하는을이고에의한글로서",
};

/** Letters apart from `a` to `z`. */
const LATIN_LANGUAGES: Readonly<Record<string, string>> = {
  af: "áéèêëíîïóôúû",
  az: "çəğıöşüÇƏĞİÖŞÜ",
  bs: "čćđšžČĆĐŠŽ",
  ca: "àçèéíïòóúüÀÇÈÉÍÏÒÓÚÜ·",
  cs: "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ",
  cy: "âêîôûŵŷÂÊÎÔÛŴŶ",
  da: "æøåÆØÅ",
  de: "äöüßÄÖÜ",
  en: "",
  eo: "ĉĝĥĵŝŭĈĜĤĴŜŬ",
  es: "áéíñóúü¡¿ÁÉÍÑÓÚÜ",
  et: "äõöüšžÄÕÖÜŠŽ",
  eu: "ñÑ",
  fi: "äöåÄÖÅ",
  fo: "áðíóúýæøÁÐÍÓÚÝÆØ",
  fr: "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ",
  ga: "áéíóúÁÉÍÓÚ",
  gl: "áéíñóúüÁÉÍÑÓÚÜ",
  hr: "čćđšžČĆĐŠŽ",
  hu: "áéíóöőúüűÁÉÍÓÖŐÚÜŰ",
  id: "",
  is: "áðéíóúýþæöÁÐÉÍÓÚÝÞÆÖ",
  it: "àèéìòùÀÈÉÌÒÙ",
  lb: "äéëÄÉË",
  lt: "ąčęėįšųūžĄČĘĖĮŠŲŪŽ",
  lv: "āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽ",
  ms: "",
  mt: "ċġħżĊĠĦŻ",
  nb: "æøåÆØÅ",
  nl: "éëïóöü",
  nn: "æøåÆØÅ",
  no: "æøåÆØÅ",
  pl: "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ",
  pt: "àáâãçéêíóôõúÀÁÂÃÇÉÊÍÓÔÕÚ",
  ro: "ăâîșțĂÂÎȘȚ",
  sk: "áäčďéíĺľňóôŕšťúýžÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ",
  sl: "čšžČŠŽ",
  sq: "çëÇË",
  sv: "äöåÄÖÅ",
  sw: "",
  tr: "çğıöşüÇĞİÖŞÜ",
  vi: "ăâđêôơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ",
};

/** Languages with letters beyond their script. Others need only the script. */
const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  ar: `${ARABIC}ءآأؤإئةى`,
  be: "абвгдежзійклмнопрстуўфхцчшыьэюяё",
  bg: `${CYRILLIC}ъ`,
  fa: `${ARABIC}پچژگکی`,
  hi: `${DEVANAGARI}ािीुूेैोौ्ं`,
  ja: `${SCRIPTS.Hira}${SCRIPTS.Kana}${SCRIPTS.Hani}`,
  kk: "аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя",
  ko: SCRIPTS.Hang ?? "",
  mk: "абвгдѓежзѕијклљмнњопрстќуфхцчџш",
  mn: `${CYRILLIC}ёъыэөү`,
  mr: `${DEVANAGARI}ळ`,
  ru: `${CYRILLIC}ёъыэ`,
  sr: "абвгдђежзијклљмнњопрстћуфхцчџш",
  uk: "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
  ur: `${ARABIC}ٹپچڈڑژگکںھہیے`,
};

/** ISO 15924 and ISO 639. */
export function coverageOf(has: (codePoint: number) => boolean): { scripts: string[]; languages: string[] } {
  const hasAll = (text: string) => [...text].every((letter) => has(letter.codePointAt(0) ?? 0));
  const scripts = Object.keys(SCRIPTS).filter((script) => hasAll(SCRIPTS[script] ?? ""));
  const latin = scripts.includes("Latn") ? LATIN_LANGUAGES : {};
  const languages = Object.entries({ ...latin, ...OTHER_LANGUAGES }).filter(([, letters]) => hasAll(letters));
  return { scripts, languages: languages.map(([language]) => language).sort() };
}

/** Listed separately, so browsers don't load the letters. */
export const KNOWN_LANGUAGES =
  "af ar az be bg bs ca cs cy da de en eo es et eu fa fi fo fr ga gl hi hr hu id is it ja kk ko lb lt lv mk mn mr ms mt nb nl nn no pl pt ro ru sk sl sq sr sv sw tr uk ur vi";

const isKnown = (language: string): boolean => KNOWN_LANGUAGES.split(" ").includes(language);

const WRITTEN_IN: Readonly<Record<string, readonly string[]>> = {
  Jpan: ["Hira", "Kana", "Hani"],
  Kore: ["Hang"],
  Hans: ["Hani"],
  Hant: ["Hani"],
};

/** `language` is BCP 47. Null if unknown. */
export function coversLanguage(
  font: { scripts: readonly string[]; languages: readonly string[] },
  language: string,
): boolean | null {
  let locale: Intl.Locale;
  try {
    locale = new Intl.Locale(language.trim()).maximize();
  } catch {
    return null;
  }
  const { script } = locale;
  const ownScript = new Intl.Locale(locale.language).maximize().script === script;
  if (isKnown(locale.language) && ownScript) return font.languages.includes(locale.language);
  if (!script) return null;
  return (WRITTEN_IN[script] ?? [script]).every((one) => font.scripts.includes(one));
}
