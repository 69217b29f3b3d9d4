/**
 * Words that say nothing about what a group of projects is about, by what they must not do in a label. English only:
 * in other languages phrases are judged by their counts alone.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Function words, and words of plain speech: a phrase neither begins nor ends with one, nor holds one inside. */
export const functionWords = words(`
  a about above across actually after again against all almost along already also although always am among amongst an
  and another any anyone anything anywhere are aren't around as aside at away back basically be became because become
  been before behind being below besides best better between beyond big both but by came can can't cannot certain
  completely could couldn't currently despite did didn't directly do does doesn't doing don't done down due during
  each easily easy effectively efficiently either else enough entire entirely especially essentially etc even ever
  every everyone everything everywhere exactly extremely few finally first for from full fully further furthermore
  generally get gets getting give given go goes going good got great greatly had hard has have haven't having he
  hence her here hers herself high highly him himself his hopefully how however i i'd i'll i'm i've if in indeed
  initially instantly instead into is isn't it it's its itself just kind last lastly later latter least less let let's
  lets like likely little long longer lot lots low made mainly make makes making many may maybe me meanwhile might
  mine minimal more moreover most mostly much multiple must my myself near nearly necessary need needed needs neither
  never nevertheless new next nice no nobody none nor not nothing now o'clock of off often ok on once one ones only
  onto or originally other others otherwise our ours ourselves out over overall own particular particularly past per
  perhaps please possible possibly potentially previously primarily properly put quick quickly quite rather really
  recent recently regarding regardless right s same seamless seamlessly second secondly see seems several shall she
  should simple simply simultaneously since single so some somebody someone something sometimes somewhat soon sort
  still straight such super sure take taken takes taking tell than thank thanks that that's the their theirs them
  themselves then thence there there's thereby therefore these they they're thing things third this those though three
  through throughout thus time times to together too top toward towards truly twice two ultimately under unfortunately
  unless unlike until up upon us usually various very via want wanted wants was wasn't way ways we we'd we'll we're
  we've well were weren't what what's whatever when whenever where whereas wherever whether which while who whoever
  whole whom whose why will with within without won't would wouldn't yes yet you you'd you'll you're you've your yours
  yourself zero-effort i.e e.g ie eg vs don dont doesn isn didn won ll ve re built found ran took gave wrote knew began held
  kept left lost met paid said saw sent set spent stood thought told went proud pretty initial biggest eventually
  overnight hackathon hackathons amount number process
  problem problems solution solutions idea ideas interest interests status easier easiest faster progress causes
  countries country computer computers chain chains agent-friendly
`);

/** Function words of languages that are often among English texts: Romance and German. */
export const foreignWords = words(`
  au aux avec avons ce ces cette comme dans de des du elle en est et être il ils je la le les leur mais ne nos
  notre nous ont ou par pas plus pour qu que qui sa ses sont sur un une vous y
  como con cual da das del desde dos el em es esta este fue hay las lo los mas más na não os para pelo
  pero por que sem sin sobre sus todo uma un una um você y ya
  auch auf aus bei bis das dass dem den der durch ein eine einem einen einer für ich ihr im ist kann mit
  nach nicht noch nur oder sich sie sind und uns vom von vor wenn wie wir wird zu zum zur
  che chi ci della delle di gli nel non più sono
`);

/** What every project is or has: true of all, so it tells none apart. A phrase of these alone is none. */
const genericWords = words(`
  ability able access account action activity app application approach area aspect asset available background backend
  basic basis beautiful behavior benefit blockchain case challenge chain change click client clean code codebase common
  communication community company complex component concept concern condition connection content context contract
  control convenient core cost create creation creative custom customer customizable data database day demand demo
  design desktop detail developer development device difference different difficult digital direct domain dynamic ease
  ecosystem effective effort efficient element end engine environment event example existing experience extension
  external feature feedback field file flow focus form framework friendly front frontend function functional
  functionality future general global goal group guide hackathon hand hard help home hour html idea impact
  implementation important improvement individual industry info information infrastructure innovative input insight
  inspiration instant instruction integrated integration intelligent interaction interactive interest interface internet
  intuitive issue item job key kind knowledge large layer level library life limited line link list live local location
  logic main management manner mean mechanism member message method minute mobile mode model modern module moment month
  name native natural network number object offline online onchain on-chain open option order original output page
  part party pattern people person personal personalized phone place plan platform plugin point popular portal possible
  power powerful practice present previous price primary problem process product profile program project prototype
  provider public purpose python quality question range rate real real-time realtime reason regular report request
  research resource response rest result role room rule safe scalable scale scenario screen script sdk seamless section
  secure selection sense server service session set setup share side simple simulation single site size skill small
  smart software solution source space special specific speed stack stage standard state step stop story structure
  student stuff style submission success suite support system talent task team tech technical technique technology
  template test text thing thousand today tool topic total traditional trust try turn type ui unique unit update usage
  use used useful user user-friendly utility ux value variety version view vision visual volume web web-app web2 web3
  webapp website week window word work workflow world year api hack hackathons interface mvp poc devpost ethglobal
  ethereum evm crypto solana l2 kit module minute second million billion percent dollar thought rise aim
  decentralized decentralised distributed trustless permissionless fast cheap cross-platform open-source full-stack
  app apps sdk node.js nodejs react reactjs javascript html css flask django firebase figma tailwind next.js nextjs mongodb express
`);

/** What a project does, in the base form; a phrase neither begins nor ends with a form of these. */
const verbs = words(`
  achieve acquire act activate adapt add address adopt advance aim alert align allow analyze analyse announce answer
  appear apply ask assess assign assist assume attach attempt attend attract automate avoid become begin believe bring
  browse build bundle buy calculate call capture care carry catch categorize challenge change check choose claim clean
  click collaborate collect combine come communicate compare compete complete compose compute configure confirm connect
  consider consist construct consume contact contain continue contribute control convert convince cook copy correct
  cover craft create customize deal decide define deliver demonstrate deploy depend describe design detect determine
  develop discover discuss display distribute dive download draw drive earn edit embed empower enable encounter
  encourage engage enhance enjoy ensure enter establish evaluate evolve examine execute exist expand expect experience
  explain explore express extend extract face facilitate fail feel fetch fight figure fill filter find finish fit fix
  focus follow force foster gain gather generate govern grow guarantee guess guide handle happen hear help hide highlight
  hit hold hope host identify ignore illustrate imagine implement improve include incorporate increase indicate inform
  input inspire install integrate intend interact introduce invest invite involve join keep know launch lead learn leave
  leverage listen load locate look lose love maintain manage match maximize measure meet mention minimize miss modify
  monitor motivate move navigate notice notify obtain occur offer onboard operate optimize order organize own
  participate pass pay perform pick place plan play point post power predict prepare prevent proceed process produce
  promote propose protect prove provide publish pull purchase push raise reach react read realize receive recognize
  recommend record redefine redirect reduce refer register reinvent relate release rely remain remember remind remove
  render replace reply represent require resolve respond retrieve return reveal revolutionize reward run save say scan
  schedule search secure seek select sell send serve set share show sign simplify simulate solve specify spend spread
  stand start stay stop store streamline struggle submit subscribe suggest support suppose suffer talk target teach
  tend test thank think track transfer transform translate trigger trust try turn understand unify unite unlock update
  upgrade upload use utilize validate verify view visit visualize wait walk watch win wish wonder work worry wrap write
  bridge bridging tackle tailor tokenize fractionalize incentivize stabilize compensate undergo copy-trade gives
  gamify earn swap stake mint borrow play test trade search reward vote bet monetize match score turn-based decided able aimed based powered driven focused inspired
`);

/** Forms of those verbs that are good nouns all the same. */
const nouns = words(`
  trading lending borrowing staking farming gaming voting minting payment payments streaming mining learning
  machine-learning banking hedging fundraising crowdfunding ticketing gambling betting restaking messaging tracking
  scheduling processing computing networking shopping parking recycling mapping planning debugging hacking
  onboarding vesting cooking dating budgeting accounting tutoring marketing investing training hiring housing
  rewards trust research matching records designs orders stores transfers purchases drawing drawings reading writing
  monitoring engineering manufacturing advertising airdrop scores trades swaps bets stakes votes quizzes audits chats
  cleaning claims calls care signs vision watches streams risks searches posts points fundraisers
`);

/** Verbs and nouns alike: in a phrase they may stand last, never first or alone. */
const eitherWay = words(`
  airdrop audit bet train study travel eat land cause blend boost borrow buy call challenge chat check claim control design exchange fund help hire host
  increase invest lend loan look match mint monetize order pay play post purchase quiz rank record report request
  review reward risk scan score search stake stream swap test trade transfer trust vote walk watch track change fight
`);

export const isEitherWay = (word: string): boolean => eitherWay.has(word);

/** Who projects are for: a phrase of these alone names nobody's subject. */
const audience = words(`
  adult audience beginner builder business child client consumer creator customer developer devs dev doctor driver
  elderly enthusiast family farmer friend human investor kid merchant newcomer organization owner parent passenger
  patient people player professional researcher senior shopper stranger student teacher teen tourist trader
  traveler user validator victim volunteer voter woman women men man worker youth businesses families children
  opportunities opportunity country countries city situations situation interesting gives night
`);

/** Heads that say in what shape a thing comes; a phrase that ends with one is worth less. */
export const vessels = words(`
  app apps application bot bots engine extension framework layer library manager module network platform platforms
  plugin protocol sdk system systems tool tools toolkit website websites integration marketplace-platform built
`);

/** Qualities; a phrase does not end with one. */
export const adjectives = words(`
  accessible accurate active additional affordable ai-driven ai-powered aware autonomous automated automatic based
  better blind central centralized cheap clear complex composable conversational cross-chain cryptographic current
  daily decentralised decentralized deep different digital distributed economic educational efficient encrypted
  environmental equal extra fair fake famous favorite financial first-time flexible free frictionless fun functional
  gamified gasless gas-free gas-less global hands-free happy healthy historical human immersive immutable innovative
  instant intelligent interactive intuitive lightweight live local medical mental modular natural non-custodial nearby
  offline omnichain online optimal peer-to-peer permissionless physical political portable potential precious
  privacy-first privacy-preserving private programmable proven public rapid real real-world reliable remote responsive
  safe scalable seamless secure self-custodial shared significant smart social soulbound stealth strong sustainable
  tamper-proof traditional transparent trusted trustless trust-minimized unified universal unique upcoming verifiable
  verified virtual visual visually voice-controlled wearable wireless zero-knowledge user-owned community-driven
  data-driven token-gated on-chain onchain off-chain offchain
`);

const suffixes = ["s", "es", "d", "ed", "ing", "er's"] as const;

/** Whether a lower-cased word is a form of a verb that is seldom a noun where projects are described. */
export function isVerb(word: string): boolean {
  if (nouns.has(word) || eitherWay.has(word)) return false;
  if (verbs.has(word)) return true;
  for (const suffix of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    if (verbs.has(stem) || verbs.has(`${stem}e`)) return true;
    if (stem.length > 2 && stem.at(-1) === stem.at(-2) && verbs.has(stem.slice(0, -1))) return true;
    if (stem.endsWith("i") && verbs.has(`${stem.slice(0, -1)}y`)) return true;
  }
  return false;
}

/** Whether a lower-cased word, or the one that it is the plural of, is true of nearly every project. */
export function isGeneric(word: string): boolean {
  if (genericWords.has(word)) return true;
  return singulars(word).some((singular) => genericWords.has(singular));
}

export function isAudience(word: string): boolean {
  return audience.has(word) || singulars(word).some((singular) => audience.has(singular));
}

function singulars(word: string): string[] {
  if (word.endsWith("ies")) return [`${word.slice(0, -3)}y`];
  return word.endsWith("s") ? [word.slice(0, -1), word.slice(0, -2)] : [];
}
