/** Classifies a section of a README by its heading. */

/** In the order of a summary. */
export const sectionKinds = ["what", "works", "built", "other", "install", "boilerplate"] as const;
export type SectionKind = (typeof sectionKinds)[number];

/** The first match counts, so specific ones come first. Headings are lower-case, without punctuation. */
const rules: readonly (readonly [SectionKind, RegExp])[] = [
  [
    "built",
    /\bhow (?:it|this|we|they|i|the \w+|\w+) (?:works?|operates|was (?:built|made)|built|made|is (?:built|made))\b|\bbuilt (?:with|on|using|by using)\b|\bunder the hood\b/,
  ],
  ["works", /\bwhat (?:it|this|we|\w+) (?:does|do|works|offers?)\b|\bhow to (?:use|play)\b|\bwhat works\b/],
  [
    "boilerplate",
    /\blicen[cs]|\bcontribut|\bcode of conduct\b|\backnowledge?ment|^credits$|\bthanks\b|^(?:the )?authors?$|^(?:our |the |meet the |about the )?team(?: members)?$|^members$|\bmaintainers?\b|\bcontacts?$|^contact\b|^support(?: us)?$|\bsponsors?\b|^backers\b|\bstar history\b|\bchange ?log\b|\bcontents$|^toc$|\bbadges\b|\bcitation\b|\bfollow us\b|^community$|许可|贡献|团队|联系|ライセンス|貢献|라이선스|기여|лицензия|licencia|licença|lizenz|contribuir|mitwirken/,
  ],
  [
    "install",
    /\binstall|\bset ?up\b|\bgetting started\b|\bquick ?start\b|\bpre ?requisit|\brequirements?\b|\bhow to (?:run|start|build|deploy|test)\b|\brun(?:ning)?\b|\blocal(?:ly)?\b|\bdevelopment\b|\bdeploy(?:ment|ing)?$|\benvironment\b|\benv\b|\bconfigur|\btest(?:s|ing)?\b|\bcommands?\b|\bscripts\b|\btroubleshoot|\bclone\b|\bbuild(?:ing)?\b|安装|部署|快速开始|运行|インストール|セットアップ|설치|실행|установка|instalaci|instalação|instalar|einrichtung|installieren/,
  ],
  [
    "built",
    /\barchitect|\btech|\bstack\b|\bdesign\b|\bimplement|\bstructure\b|\bcomponents?\b|\bmodules?\b|\bcontracts?\b|\bprotocol\b|\bwork ?flow\b|\bpipeline\b|\bback ?end\b|\bfront ?end\b|\bdatabase\b|\balgorithm|\bmodels?\b|\bdata ?sets?\b|\binfrastructure\b|\bintegrations?\b|\bsecurity\b|\bdiagrams?\b|\bprograms?\b|\bcircuits?\b|\bhardware\b|\blibraries\b|\btools?\b|\bframeworks?\b|\blanguages?\b|架构|技术|结构|原理|アーキテクチャ|技術|構成|아키텍처|기술|архитектура|технологии|arquitectura|arquitetura|tecnolog|architektur|technologien/,
  ],
  [
    "works",
    /\bfeatures?\b|\bfunction|\busage\b|\buse ?cases?\b|\bdemo\b|\bstatus\b|\bprogress\b|\buser (?:flow|stor|guide|journey)|\bcapabilit|\bmvp\b|\bexamples?\b|\bwalk ?through\b|\bhighlights\b|\bresults?\b|\bscreens?|\bapi\b|\bflow\b|功能|特性|特点|使用|演示|機能|特徴|使い方|기능|사용|возможности|использование|funcional|caracter[ií]sticas|recursos|funktionen|fonctionnalit|utilisation/,
  ],
  [
    "what",
    /\babout\b|\boverview\b|\bintro|\bwhat\b|\bdescription\b|\bsummary\b|\babstract\b|\bproblem|\bsolution|\bmotivation\b|\bwhy\b|\bbackground\b|\binspiration\b|\bvision\b|\bmission\b|\bgoals?\b|\bconcept\b|\bidea\b|\btl ?dr\b|\bpitch\b|\bproject\b|\bpurpose\b|\bpropos|\bstory\b|\bobjectives?\b|简介|介绍|关于|概述|背景|概要|について|はじめに|소개|개요|описание|о проекте|descripci|sobre|introducci|introdu[cç]|beschreibung|über|présentation|à propos/,
  ],
];

/** Undefined when the heading matches no kind. */
export function kindOfHeading(heading: string): SectionKind | undefined {
  const words = heading
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();
  return rules.find(([, pattern]) => pattern.test(words))?.[0];
}
