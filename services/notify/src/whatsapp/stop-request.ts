import { isLikely, READ_MAX } from '@fasocolis/contracts/reading/references-in-text';
import { plainText, searchForm } from '@fasocolis/contracts/reading/text';

/** Whether a message asks for no more messages; `perhaps` when it may as well be about a parcel. */
export type StopReading = 'yes' | 'perhaps' | 'no';

/** The beginnings of "contacter", "déranger" and others that end alike. */
const TO_CONTACT = 'contact|derang|notifi|harcel|embet|appell?|relanc|spamm?|sollicit|importun|inform';

/**
 * The words of requests in French, English and Chinese by kind, without accents. Each kind has a letter, and the patterns below read the
 * letters of a clause: "ne m'écrivez plus" is "nicN". The first kind that contains a word is its kind.
 */
const KINDS = Object.entries({
  // A reference
  '#': '#',
  // Stop
  S: 's+t+o+p+(?:e[rz]?|es|s)?|停|请?(?:退[订訂]|取消[订訂][阅閱]|停止(?:发送)?(?:消息|信息|短信|通知)?)',
  // Unsubscribe
  X: 'desabo(?:nn[a-z]*)?|desinscri[a-z]*|unsubscribed?|optout',
  // Halt, which may be said of a bus or of a quarrel
  H: 'arr?et+(?:e[rz]?|es|ons|iez)?|cess(?:e[rz]?|iez)|halte',
  // Remove, as said of parcels and numbers
  R: '(?:supprim|effac|annul|resili)(?:e[rz]?|es|iez)',
  r: [
    '(?:desactiv|enlev|retir|termin|bloqu|coup|ray|ot|vir|oubli)(?:e[rz]?|es|iez)',
    'sort(?:ir|e[rz]|s)|suspend(?:s|re|ez)|exclu(?:re|s|ez)|fin|take|delete|remove',
  ].join('|'),
  // Messages
  M: [
    '(?:mess?age|msg|sms|texto|notif|notification|alerte|mail|email|pub|publicite|spam)s?',
    '(?:rappel|relance|whatsapp|abonnement|newsletter)s?',
  ].join('|'),
  // Following a parcel
  T: 'suivi|suivre|suivez',
  // Contact: to contact, you contact
  c: [
    `(?:${TO_CONTACT})(?:er|i?ez|ing)|ecri(?:re|vi?e[zr])|preven(?:ir|i?ez)`,
    '(?:text|messag|call|e?mail|writ|bother|disturb)(?:e|ing)?',
  ].join('|'),
  // Contact: said to one person, or by one who is contacted
  d: `(?:${TO_CONTACT})(?:es?|ee?s?)|ecri(?:s|ve)|previen(?:s|t)|prevenue?s?`,
  // Send and receive
  v: 'envo(?:yer|i?es?|yi?ez)|recevoir|send(?:ing)?|receive',
  // A person and their number
  P: 'nom|name|numeros?|num|tel(?:ephone)?|contacts?|coordonnees|phone|number|personne?|person|destinataire',
  // A list
  L: 'listes?|groupes?|base|fichiers?|repertoire|diffusion|envois?|systeme|list|group|site',
  // Parcels
  p: 'colis|commandes?|paquets?|refs?|references?',
  // Me, you, others
  i: 'me|m|moi|nous|mien|mienne',
  u: 'vous|vs|tu',
  j: 'je|j|il|elle|on|ils|elles|qui|transitaire',
  // Negations
  n: 'ne|n',
  N: 'pas|plus|jamais|rien|aucune?|non|no|not|don|dont|never|ni|zero',
  // Can, want, would like
  f: 'peu[tx]|pouvoir|pouvez|pourriez',
  W: 've(?:ux|ut)|jveux|voulons|souhait(?:e|ons)|desir(?:e|ons)|want',
  w: 'voudr(?:ais|ions)|souhaiterais|aimerais',
  // Is, and other auxiliaries
  E: 'est|cest|nest|c|etait|appartient|is',
  A: 'avez|ai|as|a|ont|sont|suis|ete|etes|did',
  // Why, if
  Q: 'pourquoi|why|si',
  // Enough
  Z: 'assez|marre|bol|refuse|fini|fatiguee?',
  // Interest, need
  Y: 'interess[a-z]*|interest[a-z]*|besoin|envie',
  // Wrong, right, that
  B: 'mauvaise?|faux|fausse|wrong|tromp[a-z]*|erreur',
  g: 'bonne?',
  k: 'ca|cela',
  // Leave alone
  G: 'laiss(?:e|ez)|leave',
  y: 'tranquille|paix|alone',
  F: '(?:fiche|foute|lache)[rz]?',
}).map(([letter, words]) => [letter, new RegExp(`^(?:${words})$`)] as const);

/** Articles, politeness, and words that join others: they change nothing. */
const EMPTY = new Set(
  [
    'd de du des la le les l un une au aux ce ces cet cette mon ma mes tes votre vos vo que pour sur concernant avec par y en etre',
    'tous toutes tout toute autre autres t tres vraiment desormais ici soit doit dois exige donc alors maintenant immediatement',
    'definitivement suite deja dit dis faut faudrait prefere vais demande prie veuillez',
    'bonjour bonsoir salut bjr bsr slt cc monsieur madame mr mme cher chere svp stp s sil te plait accord ok okay oui merci beaucoup',
    'avance pardon desole desolee excusez excuse priere',
    'the my your these this any that all everything it you do to be from of for off out more ever now please pls plz thank thanks',
  ].flatMap((words) => words.split(' ')),
);

/** Groups of words that change nothing, although some of these words would on their own. */
const EMPTY_PHRASE = new RegExp(
  String.raw`\b(?:${[
    'non merci|no thanks|c est bon|tout de suite|s il (?:vous|te) plait|je vous (?:demande|prie)',
    '(?:je |j )?(?:vous |t )?ai (?:deja )?dit',
    // "Je veux que vous arrêtiez".
    '(?:je )?(?:(?:vous )?(?:veux|voudrais|souhaite|desire|demande|prie|exige)(?: de)?|il faut) que (?:vous|tu)',
    '(?:pouvez|pourriez|voulez) (?:vous|tu)|vous (?:pouvez|pourriez)|il faut',
  ].join('|')})\b`,
  'g',
);

/** After "m'envoyez plus": nothing, or messages. */
const MESSAGES = '(?:N*[MT]|N*k?u?$)';

/** Requests about messages, in the letters of a clause. */
const REQUESTS = [
  // "Arrêtez les messages", "stop à vos messages", "Annuler le suivi", "Cessez de m'écrire", "arrêtez d'envoyer".
  `(?<![AEnNuQ])[SXHRr]A?(?:i?[MTc]|i?vi?${MESSAGES})`,
  // "Ne m'écrivez plus", "Ne me contacte plus", "Ne plus me contacter", "ne suis plus".
  '(?<![uQj])(?:ni?|^i)ci?N',
  '^(?:ni|i|n)di?N',
  'nN+i?[cdT]|^n[TA]N',
  // "Ne m'envoyez plus", "ne plus recevoir de messages", "plus recevoir de messages".
  `(?<![uQj])(?:ni?|^i)vi?N${MESSAGES}`,
  `(?:nN+i?|^N+)v${MESSAGES}`,
  // "Je ne veux plus de vos messages", "je veux plus rien recevoir", "Je ne veux plus que vous m'écriviez".
  `(?:W|nw)N+(?:v?N*[MT]|u?i?[cd]|u?i?v${MESSAGES})`,
  // "I don't want your messages", "do not contact me", "don't text".
  'NWv?[Mcd]|^N(?:[cMP]i|c$|vi?M)',
  // "Plus de messages svp", "marre de vos messages", "pas besoin de vos messages", "vos messages ne m'intéressent pas".
  '^[NZ]+[MT][iu]?p?#*$|Zv?M|NYv?M|Mni?Y',
  // "Retirez-moi de la liste", "Me retirer de la liste", "supprimez mon numéro", "ce numéro doit être supprimé".
  '(?<![nNA])[Rr]i(?:.{0,2}L|$)',
  '(?<![uj])i[Rr](?:.{0,2}L|$)',
  '(?<![nNA])[Rr]P(?![pT])|P[Rr]$',
  // "Je me désabonne", "comment me désabonner"; not "je ne veux pas me désabonner".
  '(?<![AQN])(?<!n.{0,3})X(?!N)',
  // "Laissez-moi tranquille", "lâchez-moi".
  'Giy|Fi',
].map((pattern) => new RegExp(pattern));

/** Requests of a person whom messages do not concern; beside a reference they may be about the parcel. */
const OF_ANOTHER = /(?:^|E)NP(?![pT])|NgP(?![pT])|PnENi|BP(?![pT])|NY$/;
/** Letters that may belong to a request to stop. */
const HINT = /[SXHR]|ENA?[iPp]|[Ww]N|[cdv]N|nNi?[cdv]/;

/** Letters that add nothing to a request of one word: "Je veux arrêter". */
const FILLING = /[ijuWwfTk]/g;
/** A request of one word; "Arrêtez DEMO0001" may mean the parcel. */
const COMMAND = /^[SXH]+$|^[SX]+#+$/;

/** The place where a sentence begins without a point before it: "Stop j'ai reçu mon colis". */
const AFTER_COMMAND = /(?<=^(?:s+t+o+p+|arretez?)) (?=(?:je|j|c est|on|nous) )/;
/** "DEMO 0001": the letters before the digits. */
const SPLIT_REFERENCE =
  /(?<![\p{L}\p{N}'])(?!(?:stop|suivi|suivre|pour|sur|avec|colis|mon|le|la|les|de|du|et|ou|ici|svp|non|plus)\b)[a-z]{2,5} +(?=\d)/gu;
/** A reference with the words before it: "pour mon colis DEMO0001". */
const ABOUT_REFERENCE =
  /(?:^|\b(?:pour|sur|concernant|avec|de|du) )(?:(?:le|mon|ce|la|ma|cette) )?(?:(?:colis|commande|paquet|numero|n|ref|reference) )?#/g;
/** The letter before an apostrophe that was left out: "menvoyez". */
const ELIDED = /(?<![\p{L}\p{N}])(?:[jmn](?=envo|ecri|appel|embet|inform|importun|interess)|n(?=veux|veut|voudr))/gu;
const ASKING = /\?|\b(?:quand|pourquoi|comment|combien|quel(?:le)?s?|qu est|est ce|ou (?:est|sont|se|en|il|ca))\b/;

export function readStop(text: string): StopReading {
  const words = searchForm(plainText(text.replace(/[\r\n]+/g, '. ')).slice(0, READ_MAX))
    .replaceAll('#', ' ')
    .replace(/🛑/gu, ' stop ')
    .replace(/(?<![\p{L}\p{N}])s[\s.*_-]{1,2}t[\s.*_-]{1,2}o[\s.*_-]{1,2}p(?![\p{L}\p{N}])/gu, 'stop')
    .replace(ELIDED, '$& ')
    .replace(SPLIT_REFERENCE, '')
    .replace(/\S+/g, (word) => (isLikely(word) || word.includes('://') ? ` #${/\W*$/.exec(word)?.[0]} ` : word))
    .replace(/['\u2019\u2018`´’*_~«»"“”()[\]{}<>/-]+/g, ' ');
  const clauses = words
    .split(/[.,;:!?…。，！？]+|\b(?:mais|car|parce que|puisque|et|sinon|puis)\b/)
    .flatMap((clause) =>
      clause
        .replace(/[^\p{L}#]+/gu, ' ')
        .trim()
        .split(AFTER_COMMAND),
    )
    .filter(Boolean)
    .map(lettersOf);
  if (clauses.some((clause) => REQUESTS.some((request) => request.test(clause)))) return 'yes';
  const hasReference = words.includes('#');
  const bare = readBareWord(clauses, { hasReference, isAsking: ASKING.test(words), isNoun: /\barr?et\b/.test(words) });
  if (bare !== 'no') return bare;
  if (clauses.some((clause) => OF_ANOTHER.test(clause))) return hasReference ? 'perhaps' : 'yes';
  return clauses.some((clause) => HINT.test(clause)) ? 'perhaps' : 'no';
}

/** Reads a message whose request is a word alone, such as "Stop svp", "DEMO0001 stop" or "Il faut arrêter". */
function readBareWord(
  clauses: string[],
  { hasReference, isAsking, isNoun }: { hasReference: boolean; isAsking: boolean; isNoun: boolean },
): StopReading {
  const bare = clauses.map((clause) => clause.replace(FILLING, ''));
  const found = bare.find((clause) => COMMAND.test(clause))?.replaceAll('#', '');
  if (found === undefined) return 'no';
  const isHalt = /^H+$/.test(found);
  // A noun may be about a place: "DEMO0001, arrêt ?".
  if (isHalt && isNoun && hasReference) return 'perhaps';
  if (bare.every((clause) => clause === '' || COMMAND.test(clause)))
    return isAsking && (hasReference || (isHalt && isNoun)) ? 'perhaps' : 'yes';
  return isAsking || (isHalt && hasReference) ? 'perhaps' : 'yes';
}

/** The letters of the words of a clause; `x` for words of no kind. */
const lettersOf = (clause: string): string =>
  clause
    .replace(ABOUT_REFERENCE, ' ')
    .replace(/\bopt(?:ing)? (?:me )?out\b/g, 'optout')
    .replace(EMPTY_PHRASE, ' ')
    .split(' ')
    .filter((word) => word !== '' && !EMPTY.has(word))
    .map((word) => KINDS.find(([, words]) => words.test(word))?.[0] ?? 'x')
    .join('');
