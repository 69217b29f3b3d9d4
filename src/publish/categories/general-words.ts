/**
 * Words that any project may use of itself, whatever it is for. Alone they speak for no category, even where the
 * taxonomy happens to use them in one place only; in pairs such as "real estate" they do.
 */
export const generalWords =
  "able act activity actually add address almost allow almost alone amount another anywhere app application apply area " +
  "around arrive artificial attention automate available away back base based become benefit best better big bring " +
  "build built button case change choice choose clear close come common company complete component computer condition " +
  "consume contain control correct cost count create current daily data day decide decision deep deliver demand " +
  "description design detail develop developer different display done drop dynamic easy easily effect enable end " +
  "enjoy environment everyone everything expert explore fast faster feature feel figure find first follow free full " +
  "fully fun function future general get give global go goal good great hack hackathon hand handle happen hard help " +
  "high hold idea implement important improve individual industry information initiative input instant integrate " +
  "intelligence interface internal issue item keep kind know lack large later lead less let level leverage line list little " +
  "live local long look lose made main make manage mean minute mobile modern move must name need new next number " +
  "offer old one online open operate opportunity optimise own part path people perform person pick place platform " +
  "possible power powered practice prepare present problem process produce product project provide put quality reach " +
  "ready real recent relate result right run safe save see select self send serve service set several show similar " +
  "simple simply single site small smart someone something source space start state step still stop style subject " +
  "success support system take team technology tell thing three time together tool top touch try turn two type " +
  "understand unify unique update use useful user utility value version via view want watch way web web3 website well " +
  "whether whole within without word work world year " +
  // Where it runs is not what it is for.
  "amazon android blockchain chain crypto dapp decentralised defi eth ethereum evm google onchain protocol solana token " +
  // Letters and digits that names and lists leave behind.
  "a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9";
