/** Detects READMEs of project generators: they describe a framework, not the project. */

/** Phrases that occur only in such READMEs, in lower case with single spaces and no punctuation. */
const signatures = [
  "getting started with create react app",
  "bootstrapped with create react app",
  "bootstrapped with create-next-app",
  "bootstrapped with c3",
  "bootstrapped with create-expo-app",
  "minimal setup to get react working in vite",
  "get you started developing with vue 3 in vite",
  "this project was generated with angular cli",
  "everything you need to build a svelte project",
  "demonstrates a basic hardhat use case",
  "foundry is a blazing fast",
  "a new flutter project",
  "a few resources to get you started if this is your first flutter project",
  "this is a new react native project",
  "welcome to your expo app",
  "this is a t3 stack project",
  "nuxt minimal starter",
  "look at the nuxt documentation to learn more",
  "create-solana-dapp",
  "everything you need to build a dapp on ethereum",
  "open-source, up-to-date toolkit for building decentralized applications",
  "welcome to your new internet computer project",
];

/** Further section headings of such READMEs. */
const headings =
  /^(?:available scripts|(?:npm|yarn|pnpm|bun) |learn more|deploy on vercel|advanced configuration|code splitting|analyzing the bundle size|making a progressive web app|recommended ide setup|expanding the eslint configuration|react compiler|further help|code scaffolding|running unit tests|running end to end tests|development server|documentation$|getting started$|get started$|building$|developing$|creating a project|project setup|customize configuration|type support)/;

/** Normalises a phrase for comparison. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/\]\([^()\n]{0,500}\)/g, "]")
    .replace(/[[\]`*_#]/g, "")
    .replace(/\s+/g, " ");
}

export function isTemplateText(text: string): boolean {
  const words = plainWords(text);
  return signatures.some((signature) => words.includes(signature));
}

export function isTemplateHeading(heading: string): boolean {
  return headings.test(plainWords(heading).trim());
}
