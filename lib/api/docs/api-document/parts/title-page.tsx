import { Page, StyleSheet, Text, View } from "@react-pdf/renderer";
import { EXAMPLE_BASE_URL } from "../../guide/examples";
import { readInline } from "../../guide/read-page";
import { COLORS, PAGE, SANS } from "../theme";
import { Rich } from "./table";

const own = StyleSheet.create({
  page: { paddingHorizontal: PAGE.left, paddingTop: 150, paddingBottom: 62, fontFamily: SANS, color: COLORS.text },
  mark: { flexDirection: "row", marginBottom: 34 },
  square: { width: 15, height: 15, marginRight: 5, borderRadius: 2.5 },
  title: { fontSize: 38, fontWeight: 600, color: COLORS.ink, lineHeight: 1.12, letterSpacing: -0.6 },
  subtitle: { fontSize: 15, color: COLORS.muted, marginTop: 14, lineHeight: 1.4, maxWidth: 380 },
  facts: { marginTop: "auto", borderTopWidth: 0.8, borderTopColor: COLORS.line, paddingTop: 14 },
  fact: { flexDirection: "row", fontSize: 9.2, lineHeight: 1.5, marginBottom: 4 },
  label: { width: 118, color: COLORS.muted },
  value: { flex: 1, color: COLORS.ink },
});

const monthNames = "January February March April May June July August September October November December".split(" ");

const longDate = (date: Date) => `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

export function TitlePage({ now }: { now: Date }) {
  const facts = [
    ["Version", "1.0.0"],
    ["As of", longDate(now)],
    ["For", "Developers of child tools and of back-office services"],
    ["For machines", "`GET /api/public/v1/docs/openapi.json` (OpenAPI 3.1, from the same source)"],
    ["For screen readers", "The same chapters as HTML, at `/docs` on every hub"],
    ["In the examples", `\`${EXAMPLE_BASE_URL}\` is the address of your hub`],
  ];
  return (
    <Page size="A4" style={own.page} bookmark={{ title: "Brand Identity Hub API", fit: true }}>
      <View style={own.mark}>
        {[COLORS.ink, COLORS.muted, COLORS.line].map((backgroundColor) => (
          <View key={backgroundColor} style={[own.square, { backgroundColor }]} />
        ))}
      </View>
      <Text style={own.title}>Brand Identity Hub</Text>
      <Text style={own.title}>API documentation</Text>
      <Text style={own.subtitle}>
        A brand's identity, compiled once, versioned, and served to every tool that needs it.
      </Text>
      <View style={own.facts}>
        {facts.map(([label, value]) => (
          <View key={label} style={own.fact}>
            <Text style={own.label}>{label}</Text>
            <Text style={own.value}>
              <Rich>{readInline(value ?? "")}</Rich>
            </Text>
          </View>
        ))}
      </View>
    </Page>
  );
}
