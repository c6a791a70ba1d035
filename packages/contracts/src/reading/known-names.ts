const words = (lines: string[]) => new Set(lines.flatMap((line) => line.split(' ')));

/** Frequent surnames in Burkina Faso and around it, and short Chinese ones, without accents. */
export const SURNAMES = words([
  'ba badini badolo bado bagayoko bah balima bamba bambara bamogo bance barro barry bassole bationo bayala bayili belem boly bonkoungou',
  'bouda bougma camara cisse combary compaore congo coulibaly da dabire dabo dabone dao dembele derme diabate diallo diarra dicko',
  'diop dipama djiguemde drabo fall fofana ganou gansore gnoumou gueye guigma guira gouba hema hien hu ido ilboudo kabore kafando kalmogo',
  'kam kambire kambou kanazoe kando keita kere ki kiema kiemde kiemtore kientega kima kinda koala kologo konan konate kone kouanda kouassi',
  'kouda kouraogo kouame ky lankoande li liu lompo ly maiga mare meda millogo minoungou nabaloum nabie nacanabo nacoulma nana ndiaye nebie',
  'nignan nikiema ouali ouattara ouedraogo ouermi oubda ouoba palenfo palm pare poda porgo rouamba sana sanfo sangare sankara sanogo',
  'sanon sanou savadogo sawadogo sebgo senou sere sib sidibe simpore siribie so soma somda some sorgho soulama sow sy tall tamboura',
  'tankoano tapsoba tarnagda thiombiano tiemtore tiendrebeogo toe tougma toure traore valea wang wedraogo wu xu yameogo yanogo yao',
  'yaro ye yerbanga yoda yonli zabre zagre zampaligre zerbo zhang zhao zida zongo zoundi zoungrana',
]);

/** Frequent first names there, without accents. */
export const FIRST_NAMES = words([
  'abdou abdoul abdoulaye abdramane aboubacar abraham achille adama adele adjaratou agnes aicha aissata aissatou alain alassane albert',
  'alexis ali alice alidou alima alimata alphonse amadou amelie ami amidou aminata anatole andre angele anita anne anselme antoine',
  'antoinette ariane aristide armand armel arouna arsene assane assetou assita augustin awa azeta bakary balkissa basile beatrice benoit',
  'bernadette bernard bertrand bibata bienvenu bintou blaise blandine boukare boukary boureima brigitte bruno carine catherine cecile',
  'celestin celine cesar chantal charles charlotte christelle christian christine christophe claire clarisse claude clement constant',
  'daniel david delphine denis desire didier dieudonne djamila djeneba djibril dominique dramane edith edouard eliane elie elisabeth elise',
  'emile emilie emmanuel eric ernest esther estelle etienne eugene eugenie evariste fabrice fanta fati fatim fatimata fatou fatoumata felix',
  'fidele firmin florence florent fousseni francis franck francois francoise gaston genevieve georges georgette gerard ghislain gilbert',
  'gilles gisele guy habibou hadiara hamado hamed hamidou harouna haoua hassan hassane helene henri henriette herve honorine hyacinthe',
  'ibrahim ibrahima idrissa ines inoussa irene isabelle ismael issa issaka issiaka issouf issoufou jacob jacqueline jacques jean jeanne',
  'jeremie jerome joel john joseph josephine judith jules julie julien julienne juliette justin justine kader kadi kadiatou kadidia karim',
  'karima lamine lassane lassina laure laurent lea leon leonard leonie louis louise luc lucie lucien madeleine madi madina mahamadi',
  'mahamadou malick mamadou mamounata marc marcel marceline margot marguerite mariam mariama mariatou marie marina martin martine mathias',
  'mathieu maurice maxime michel mohamed moise monique moumouni mouna moussa nadege nadia nafi nafissatou natacha nathalie nicolas noel',
  'noelie noufou odette odile olga olivier omar oumar oumarou oumou ousmane ousseni pamela pascal pascaline patrice patricia patrick paul',
  'paulin pauline philippe philomene pierre prisca prosper rachid rachida rahim rakieta ramata raoul rasmane rasmata raymond rebecca regina',
  'rene richard rita robert roger rokia roland romain romuald rosalie rose roseline roukiata roukiatou safi safiatou saidou sakina sali',
  'salam salamata salif salifou salimata sambo samira samuel sandrine sarah sebastien serge seydou sibiri sidiki simon simone solange',
  'sophie souleymane stella stephane stephanie suzanne sylvain sylvie tene theodore theophile theophane therese thierry thomas valentin',
  'valentine valerie veronique victoire victor victorine vincent viviane xavier yacouba yasmine yaya yolande yves yvette yvonne zakaria',
  'zakariya zalissa zara zenab zenabou zeinab zoenabo',
]);
