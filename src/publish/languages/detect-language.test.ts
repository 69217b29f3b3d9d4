import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectLanguage } from "./detect-language.ts";

/** The same two sentences about a harbour, written for this test. */
const texts: Record<string, string> = {
  en: "The old harbour was quiet that morning, and nobody had seen the boats return. We waited on the pier until the fog had lifted.",
  de: "Der alte Hafen war an jenem Morgen still, und niemand hatte die Boote zurückkehren sehen. Wir warteten auf dem Steg, bis sich der Nebel gehoben hatte.",
  fr: "Le vieux port était calme ce matin-là, et personne n'avait vu les bateaux revenir. Nous avons attendu sur la jetée jusqu'à ce que le brouillard se lève.",
  es: "El viejo puerto estaba tranquilo aquella mañana y nadie había visto volver los barcos. Esperamos en el muelle hasta que se levantó la niebla.",
  pt: "O velho porto estava calmo naquela manhã e ninguém tinha visto os barcos voltarem. Esperámos no cais até que o nevoeiro se levantasse.",
  it: "Il vecchio porto era tranquillo quella mattina e nessuno aveva visto tornare le barche. Abbiamo aspettato sul molo finché la nebbia non si è alzata.",
  nl: "De oude haven was die ochtend stil en niemand had de boten zien terugkeren. We wachtten op de steiger tot de mist was opgetrokken.",
  pl: "Stary port był tego ranka cichy i nikt nie widział, jak wracają łodzie. Czekaliśmy na pomoście, aż mgła się podniesie.",
  ro: "Vechiul port era liniștit în acea dimineață și nimeni nu văzuse bărcile întorcându-se. Am așteptat pe chei până când s-a ridicat ceața.",
  tr: "Eski liman o sabah sessizdi ve kimse teknelerin döndüğünü görmemişti. Sis dağılana kadar iskelede bekledik.",
  ru: "Старый порт в то утро был тихим, и никто не видел, как вернулись лодки. Мы ждали на причале, пока не рассеялся туман.",
  ja: "その朝、古い港は静かで、船が戻ってくるのを見た人は誰もいませんでした。私たちは霧が晴れるまで桟橋で待っていました。",
  zh: "那天早上，古老的港口很安静，没有人看到船只回来。我们在码头上等着，直到大雾散去。",
  ko: "그날 아침 오래된 항구는 조용했고 배들이 돌아오는 것을 본 사람은 아무도 없었습니다. 우리는 안개가 걷힐 때까지 부두에서 기다렸습니다.",
  ar: "كان الميناء القديم هادئا في ذلك الصباح ولم ير أحد القوارب تعود. انتظرنا على الرصيف حتى انقشع الضباب.",
  vi: "Bến cảng cũ yên tĩnh vào buổi sáng hôm đó và không ai nhìn thấy những chiếc thuyền trở về. Chúng tôi đợi trên cầu tàu cho đến khi sương mù tan.",
};

describe.each(Object.entries(texts))("a text in %s", (language, text) => {
  it("is recognised, below an English title, code and links too", () => {
    const code = "```ts\nexport function wait(until: Date): Promise<void> { return sleep(until); }\n```";
    const page = `## Table of contents\n\n- [Getting started](https://example.org/getting-started)\n\n${code}\n\n${text}`;
    expect(detectLanguage("Harbour", text)).toBe(language);
    expect(detectLanguage("Getting started with the harbour", page)).toBe(language);
  });
});

it("is recognised where its prose begins after a lot of code", () => {
  const code = `\`\`\`\n${"const harbour = openTheHarbour(theOldOne);\n".repeat(80)}\`\`\``;
  for (const [language, text] of Object.entries(texts))
    expect(detectLanguage("Harbour", `${code}\n\n${text}`)).toBe(language);
});

it.each([
  "",
  "OK",
  "0x7f3a 12.5 %%% ---",
  "https://example.org/an/english/address/of/a/page/about/harbours",
  "```\nconst harbour = await openTheHarbour(theOldOne);\n```",
])("%j tells no language", (text) => {
  expect(detectLanguage("", text)).toBe("und");
});

it("answers with a language or und, whatever the text", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 300, unit: "binary" }),
      fc.string({ maxLength: 3_000 }),
      (title, text) => {
        expect(detectLanguage(title, text)).toMatch(/^(?:und|[a-z]{2})$/);
      },
    ),
  );
});

it("stays fast for what patterns could take long over", () => {
  const hostile = ["```\n", "[a](", "<", "https://", "`", "~~~ ", "\n \n", "@"].map((part) =>
    part.repeat(8_000 / part.length),
  );
  const before = performance.now();
  for (const text of hostile) detectLanguage("", text);
  expect(performance.now() - before).toBeLessThan(2_000);
});
