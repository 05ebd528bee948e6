import { Link, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { PageNumbers } from "../page-numbers";
import { COLORS } from "../theme";
import { type Chapter, RunningPage } from "./chapter-page";

const own = StyleSheet.create({
  title: { fontSize: 23, fontWeight: 600, color: COLORS.ink, lineHeight: 1.2, marginBottom: 14 },
  chapter: { marginTop: 7, fontWeight: 600 },
  link: { color: COLORS.ink, textDecoration: "none" },
  entry: { flexDirection: "row", fontSize: 9.2, lineHeight: 1.45, color: COLORS.ink },
  number: { width: 22 },
  leader: { flex: 1, borderBottomWidth: 0.5, borderBottomColor: COLORS.line, marginHorizontal: 6, marginBottom: 4 },
  page: { width: 22, textAlign: "right" },
});

function Entry({ id, label, title, page }: { id: string; label: string; title: string; page: number | null }) {
  return (
    <Link src={`#${id}`} style={own.link}>
      <View style={own.entry}>
        <Text style={own.number}>{label}</Text>
        <Text>{title}</Text>
        <View style={own.leader} />
        <Text style={own.page}>{page === null ? "…" : String(page)}</Text>
      </View>
    </Link>
  );
}

/** The contents, each line a link with the page where its heading stands. */
export function Contents({ chapters, pages }: { chapters: readonly Chapter[]; pages: PageNumbers }) {
  return (
    <RunningPage title="Contents" bookmark="Contents">
      <Text style={own.title}>Contents</Text>
      {chapters.flatMap(({ id, title, sections }, index) => [
        <View key={id} style={own.chapter} minPresenceAhead={30}>
          <Entry id={id} label={String(index + 1)} title={title} page={pages.find(id)} />
        </View>,
        ...sections.map((section) => (
          <Entry key={section.id} id={section.id} label="" title={section.title} page={pages.find(section.id)} />
        )),
      ])}
    </RunningPage>
  );
}
