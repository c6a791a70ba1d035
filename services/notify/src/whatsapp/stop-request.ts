import { isLikely } from '@fasocolis/contracts/reading/references-in-text';
import { plainText, searchForm } from '@fasocolis/contracts/reading/text';

/** Whether a message asks for no more messages; `perhaps` when it may as well be about a parcel. */
export type StopReading = 'yes' | 'perhaps' | 'no';

/** The sign that stands for a reference in the patterns. */
const REFERENCE = '#';

/** The words that ask for no more messages by themselves, and those that may ask for something else to end. */
const STOP = 's+t+o+p+(?:e[rz]?|es|s)?|desabonn[a-z]*|desinscri[a-z]*|unsubscribed?|optout';
const HALT = 'arr?et+(?:e|er|ez|ons|iez)?|cess(?:e|er|ez|iez)|halte';
const CHINESE = '停|请?(?:退[订訂]|取消[订訂][阅閱]|停止(?:发送)?(?:消息|信息|短信|通知)?)';
const STOP_WORD = new RegExp(`^(?:${STOP}|${CHINESE})$`);
const HALT_WORD = new RegExp(`^(?:${HALT})$`);
/** Words that add nothing to a request. */
const FILLERS = new Set(
  [
    'bonjour bonsoir salut bjr bsr slt cc monsieur madame mr mme m svp stp sil te plait vous s il please pls accord d de ok',
    'oui merci beaucoup avance a pardon desole desolee excusez excuse moi priere veuillez pouvez peux tu je j ai veux voudrais',
    'jai jveux souhaite desire demande aimerais prefere prie vais on faut faudrait que tout ca cela maintenant immediatement',
    'definitivement suite deja dit dis vraiment donc alors me m nous suivi avec cette fois no now it all everything you thank',
    'thanks plz',
  ].flatMap((words) => words.split(' ')),
);
const FILLING = /\b(?:non merci|c est bon|tout de suite|s il (?:vous|te) plait)\b/g;
/** A reference with the words before it: "pour mon colis DEMO0001". */
const ABOUT_REFERENCE = new RegExp(
  String.raw`(?:^|\b(?:pour|sur|concernant|avec|de|du) )(?:(?:le|mon|ce|la|ma|cette) )?(?:(?:colis|commande|paquet|numero|n|ref|reference) )?${REFERENCE}`,
  'g',
);
const REFERENCE_ALONE = new RegExp(String.raw`(?:\b(?:colis|commande|n|ref) )?${REFERENCE}`, 'g');
const ASKING = /\?|\b(?:quand|pourquoi|comment|combien|quel(?:le)?s?|qu est|est ce|ou (?:est|sont|se|en|il|ca))\b/;

/** Words for messages, with the articles before them. */
const DET =
  '(?:(?:de|d|des|du|les|la|le|l|au|aux|ces|cet|tes|vos|votre|tous|toutes|tout|aucune?|any|your|the|these|more|autres?|a|avec|par) )*';
const MSG = String.raw`${DET}(?:mess?age|msg|sms|texto|text|notif|notification|alerte|e ?mail|pub|publicite|spam|rappel|relance|whatsapp|abonnement|newsletter)s?\b`;
const SUIVI = String.raw`(?:(?:de|du|le|mon|ce|tout|votre|ton) )*suivi\b`;
/** The end of a clause, perhaps after words that add nothing to it. */
const END = `(?: (?:svp|stp|merci|please|maintenant|s il (?:vous|te) plait|du tout|jamais|desormais|sur ici|ici|a moi|me|de vous|de votre part|monsieur|madame|(?:pour |sur |concernant )?(?:le colis |mon colis )?${REFERENCE}))*$`;
const NOTHING_OR_MSG = `(?: (?:rien|tout ca|ca)${END}| ${MSG}|${END})`;
const ME = '(?:(?:me|m|nous) ?)';
const CONTACT = '(?:contact|derang|notifi|harcel|embet|appel|relanc|spamm?|sollicit|importun|inform)';
const WRITING = `(?:${CONTACT}(?:er|i?ez)|ecri(?:re|vi?e[zr])|preven(?:ir|i?ez))`;
const WRITING_TO_ONE = `(?:${CONTACT}es?|ecri(?:s|ve)|previen(?:s|t))`;
const NO_LONGER = '(?:plus|pas|jamais)';
/** Words before "arrêtez" that turn the request into a complaint, or into its opposite. */
const NOT_ASKED = String.raw`(?<!\b(?:avez|as|a|ont|est|sont|suis|ete|etes|pourquoi|ne|n|pas|vs|non|si vous) )(?<!(?<!\b(?:pouvez|pourriez|voulez|que) )vous )(?<!\b(?:avez|etes) vous )`;
const STOPPING = String.raw`${NOT_ASKED}\b(?:${STOP}|${HALT}|desactiv(?:e[rz]?|iez)|annule[rz]?|supprime[rz]?|suspend(?:s|re|ez)|bloque[rz]?|coupe[rz]?|resilie[rz]?|termine[rz]?|enleve[rz]?|retire[rz]?|fin)\b(?: (?:immediatement|tout de suite|maintenant|svp|stp|please|donc|moi))*(?: (?:de|d))?`;
/** "Je ne veux", also without "ne"; "je voudrais plus de messages" in contrast asks for more. */
const WANTED = String.raw`(?:\b(?:je|j|nous|on)|^)(?: ?ne| ?n)?(?: en)? ?(?:ve(?:ux|ut)|voulons|souhait(?:e|ons)|desir(?:e|ons)|(?<=\bne? ?)(?:voudr(?:ais|ions)|souhaiterais|aimerais))`;
const REMOVING = String.raw`(?<!\b(?:pas|ne|ai|as|a|avez|ont|est) )\b(?:retir|enlev|supprim|effac|ray|ot|sort|vir|exclu|bloqu|oubli|delet|remov)(?:e[rzs]?|iez|ir?|s|d?ez)`;

const FROM_LIST =
  '(?: (?:de|d|du|des|from|dans|sur)(?: [a-z]+){0,2} (?:listes?|groupes?|base|fichiers?|contacts?|repertoire|diffusion|envois?|systeme|list|group)\\b|(?: (?:svp|stp|merci|please|de la|d ici))*$)';

/** Requests about messages, in a clause without accents and apostrophes. */
const REQUESTS = [
  // "Arrêtez les messages", "Cessez de m'écrire", "Arrêtez de m'envoyer vos notifications", "Annuler le suivi".
  `${STOPPING} (?:${MSG}|${SUIVI})`,
  `${STOPPING} ${ME}?(?:${WRITING}|suivre)\\b`,
  `${STOPPING} ${ME}?(?:envoyer|recevoir|ecrire)${NOTHING_OR_MSG}`,
  // "Ne m'écrivez plus", "m'envoyez plus rien", "Ne me contacte plus".
  String.raw`(?<!\b(?:vous|vs|pourquoi) )\b(?:ne ?|n )${ME}?${WRITING}(?: moi)? ${NO_LONGER}\b`,
  String.raw`^(?:${ME}${WRITING}|(?:ne ?|n )?${ME}${WRITING_TO_ONE}) ${NO_LONGER}\b`,
  String.raw`(?<!\b(?:vous|vs|pourquoi) )\b(?:ne ?|n )${ME}?envoye[rz](?: moi)? ${NO_LONGER}${NOTHING_OR_MSG}`,
  `^(?:(?:ne ?|n )?${ME}envo(?:ye[rz]|i?es?|yiez)|(?:ne ?|n )envo(?:ies?|yiez)) ${NO_LONGER}${NOTHING_OR_MSG}`,
  // "Merci de ne plus m'écrire", "ne plus être contacté", "plus recevoir de messages", "ne plus suivre".
  String.raw`\bne ${NO_LONGER} ${ME}?(?:${WRITING}\b|(?:envoyer|recevoir)${NOTHING_OR_MSG}|suivre\b)`,
  String.raw`(?:\bne|${WANTED}|^) ?${NO_LONGER} etre (?:plus )?(?:contact|derang|notifi|prevenu|appel|relanc|sollicit|informe)`,
  `^${NO_LONGER} (?:recevoir|envoyer)${NOTHING_OR_MSG}`,
  String.raw`\bne (?:plus |pas )?rien (?:recevoir|${ME}?envoyer)\b|\bne recevoir (?:plus )?(?:aucun|rien)`,
  String.raw`(?<!\b(?:vous|vs|pourquoi) )(?:^|\bne )${ME}envoye[rz] rien${END}`,
  // "Je ne veux pas de vos messages", "je veux plus rien recevoir", "Je ne veux plus que vous m'écriviez".
  `${WANTED} (?:${NO_LONGER} )?(?:du tout )?(?:${NO_LONGER} |aucune? |rien )(?:(?:recevoir|avoir|lire|voir) )?(?:plus |rien )*${MSG}`,
  `${WANTED} (?:${NO_LONGER} |rien )+(?:rien )?recevoir${NOTHING_OR_MSG}`,
  `${WANTED} ${NO_LONGER} que (?:vous|tu) ${ME}(?:${WRITING}|${WRITING_TO_ONE}|envoy[a-z]*${NOTHING_OR_MSG})`,
  String.raw`${WANTED} ${NO_LONGER} (?:suivre|${SUIVI})|^ne (?:suivez|suis) plus\b`,
  String.raw`\b(?:assez|marre|ras le bol|fatiguee?|besoin|interessee?s?|refuse|envie) (?:(?:de|d|par|a) )?(?:recevoir )?${MSG}`,
  String.raw`\b(?:vos|ces|tes) (?:messages|sms|notifications|alertes) ne (?:m|nous) interessent`,
  // "Plus de messages svp", "pas de message", "no more messages"; not "Pas de messages depuis lundi".
  `^(?:(?:plus|pas)(?: jamais)?|no(?: more)?|aucun|assez|fini|ni|zero) (?:${MSG}|${SUIVI})${END}`,
  // "Retirez-moi de la liste", "supprimez mon numéro", "je me désabonne", "désabonnez-moi".
  `${REMOVING} (?:moi|nous|me)${FROM_LIST}`,
  String.raw`\b${ME}(?:retirer|enlever|supprimer|effacer|rayer|sortir|oter)${FROM_LIST}`,
  String.raw`${REMOVING} (?:(?:le|mon|ce|mes|notre|my|this) )?(?:numeros?|num|tel(?:ephone)?|contacts?|coordonnees|whatsapp|number|phone)\b(?! (?:de|du|d) (?:colis|suivi|commande|paquet)\b)`,
  String.raw`${REMOVING} (?:(?:le|mon|ce|mes|notre|my|this) )(?:numero|contact|number|nom|name) (?:de|d|du|from) (?:la|le|votre|vos|vo|your|the|cette|ce) (?:liste?s?|base|fichier|contacts?|repertoire|groupe|systeme|site)\b`,
  String.raw`\b(?:mon|ce) numero (?:soit |doit etre |est )?(?:a )?(?:supprim|retir|enlev|effac)`,
  String.raw`(?<!\b(?:ete|suis|pourquoi|pas) )(?<!\b(?:ne|n|pourquoi)(?: [a-z]+){1,2} )\b(?:desabonn|desinscri)[a-z]*(?! pas)\b(?! (?:pas|le colis))`,
  String.raw`\blaiss(?:e|ez) (?:moi|nous) (?:tranquille|en paix)|\b(?:fiche[rz]?|foute[rz]?|lache[rz]?) (?:moi|nous)\b`,
  // Requests in English.
  String.raw`\b(?:do not|dont|don t|never|not) (?:ever )?(?:contact|texte?|message|call|e?mail|write|disturb|bother|spam|whatsapp)\b`,
  String.raw`\b(?:do not|dont|don t|never|stop) send(?:ing)?(?: me)?(?: ${MSG}| anything|${END})`,
  String.raw`\bstop (?:contact|text|messag|call|email|mail|writ|bother|disturb|spamm?)ing\b`,
  String.raw`\b(?:do not|dont|don t) want (?:to (?:receive|get|have) )?(?:to be (?:contacted|called|texted)|anything|any more|${MSG})`,
  String.raw`\bopt(?:ing)? (?:me )?out\b|\btake (?:me|my number|my name) off\b|\bremove me\b|\bleave me alone\b|\bunsubscribe\b`,
].map((request) => new RegExp(request));

/** Requests of a person whom messages do not concern; beside a reference they may be about the parcel. */
const OF_ANOTHER = new RegExp(
  [
    String.raw`(?:^|\b(?:n?est|cest|c|etait) )(?:vraiment )?(?:pas|plus) (?:du tout )?(?:mon|notre) (?:numero|num|tel|telephone|contact)\b(?! (?:de|du|d) )`,
    `numero (?:n )?(?:ne )?(?:est )?(?:m appartient )?pas(?: (?:a moi|le mien|pour moi)|$)`,
    String.raw`pas (?:le bon|la bonne) (?:num|numero|personne)\b(?! (?:de|du|d) )`,
    String.raw`(?:mauvaise?|fau(?:x|sse)|wrong) (?:numero|num|number|destinataire|person(?:ne)?)\b(?! (?:de|du|d) )`,
    String.raw`tromp[a-z]* (?:de|d) (?:numero|num|personne)\b(?! de)|erreur (?:de|sur le|sur la) (?:numero|personne|destinataire)\b(?! de)`,
    `(?:pas|not) (?:du tout )?interest?[a-z]*${END}`,
  ].join('|'),
);

/** Words that may belong to a request to stop. */
const HINT = new RegExp(
  [
    String.raw`\b(?:${STOP}|arr?et[a-z]*|cess(?:e|er|ez|iez))\b|\b(?:supprim|effac|annul|resili|derang|harcel|spam|tromp|opt out)`,
    String.raw`\b(?:est|suis|etait) (?:pas|plus) (?:a (?:moi|nous)|mon|ma|le mien|la mienne|pour moi|moi|notre)\b`,
    String.raw`\b(?:ve(?:ux|ut)|voul[a-z]+|voudr[a-z]+|souhait[a-z]+|desir[a-z]+) (?:plus|pas|rien)\b`,
    String.raw`\b(?:envoye[rz]|${WRITING}) ${NO_LONGER}\b|\bne ${NO_LONGER} ${ME}?(?:envoyer|${WRITING})`,
  ].join('|'),
);

/** Politeness, and "je veux que vous", before a request. */
const BEFORE =
  /^(?:(?:bonjour|bonsoir|salut|bjr|bsr|slt|monsieur|madame|mr|mme|svp|stp|s il (?:vous|te) plait|pardon|desolee?|excusez moi|please|d accord|j ai (?:deja )?dit|je (?:vous |t )ai (?:deja )?dit|ok|oui|(?:non )?merci(?: beaucoup)?(?: de| d)?|priere(?: de)?|veuillez|pouvez vous|(?:je )?(?:vous )?(?:veux|voudrais|souhaite|desire|demande|prie|exige)(?: de)? que vous|je vous (?:demande|prie) de|(?:il )?(?:faut|faudrait)) ?(?![a-z]))+/;
/** "Je veux" and the like, without a negation, before a request. */
const WISH =
  /^(?:j(?:e )?(?:veux|voudrais|souhaite(?:rais)?|desire|demande(?: a)?)|j aimerais|(?:il )?faut(?: que vous)?) (?=ne |des|arret|cess|stop|me |m )/;

/** The place where a sentence begins without a point before it: "Stop j'ai reçu mon colis". */
const AFTER_COMMAND = new RegExp(`(?<=^(?:${STOP}|${HALT})) (?=(?:je|j|c est|on|nous) )`);
/** "DEMO 0001": the letters before the digits. */
const SPLIT_REFERENCE = new RegExp(
  String.raw`(?<![\p{L}\p{N}'])(?!(?:${STOP}|${HALT}|suivi|suivre|pour|sur|avec|colis|mon|le|la|les|de|du|et|ou|ici|svp|non|plus)\b)[a-z]{2,5} +(?=\d)`,
  'gu',
);

export function readStop(text: string): StopReading {
  const written = searchForm(plainText(text.replace(/[\r\n]+/g, '. ')));
  const words = written
    .replaceAll(REFERENCE, ' ')
    .replace(/🛑/gu, ' stop ')
    .replace(/(?<![\p{L}\p{N}])s[\s.*_-]{1,2}t[\s.*_-]{1,2}o[\s.*_-]{1,2}p(?![\p{L}\p{N}])/gu, 'stop')
    .replace(SPLIT_REFERENCE, '')
    .replace(/\S+/g, (word) =>
      isLikely(word) || word.includes('://') ? ` ${REFERENCE}${/\W*$/.exec(word)?.[0]} ` : word,
    )
    .replace(/\bopt(?:ing)?[ -]?out\b/g, 'optout')
    .replace(/['\u2019\u2018`´’*_~«»"“”()[\]{}<>/-]+/g, ' ');
  const clauses = words
    .split(/[.,;:!?…。，！？]+|\b(?:mais|car|parce que|puisque|et|sinon|puis)\b/)
    .flatMap((clause) =>
      clause
        .replace(/[^\p{L}#]+/gu, ' ')
        .trim()
        .split(AFTER_COMMAND),
    )
    .filter(Boolean);
  if (clauses.some((clause) => isRequest(clause))) return 'yes';
  const hasReference = words.includes(REFERENCE);
  const bare = readBareWord(clauses, { hasReference, isAsking: ASKING.test(words) });
  if (bare !== 'no') return bare;
  if (clauses.some((clause) => OF_ANOTHER.test(clause))) return hasReference ? 'perhaps' : 'yes';
  return clauses.some((clause) => HINT.test(clause)) ? 'perhaps' : 'no';
}

function isRequest(clause: string): boolean {
  const asked = clause.replace(BEFORE, '').trim();
  const wished = asked.replace(WISH, '');
  return REQUESTS.some((request) => request.test(clause) || request.test(asked) || request.test(wished));
}

/** Reads a message whose request is a word alone, such as "Stop svp", "DEMO0001 stop" or "Il faut arrêter". */
function readBareWord(
  clauses: string[],
  { hasReference, isAsking }: { hasReference: boolean; isAsking: boolean },
): StopReading {
  const kinds = clauses.map(kindOf);
  const found = kinds.find((kind) => kind === 'stop' || kind === 'halt');
  if (found === undefined) return 'no';
  const isAlone = kinds.every((kind) => kind !== 'other');
  // A noun may be about a place: "DEMO0001, arrêt ?".
  const isNoun = found === 'halt' && clauses.some((clause) => /\barr?et\b/.test(clause));
  if (isNoun && hasReference) return 'perhaps';
  if (isAlone) return isAsking && (hasReference || isNoun) ? 'perhaps' : 'yes';
  return isAsking || (found === 'halt' && hasReference) ? 'perhaps' : 'yes';
}

function kindOf(clause: string): 'stop' | 'halt' | 'polite' | 'other' {
  const about = clause.replace(ABOUT_REFERENCE, ' ');
  const kind = wordsKind(about);
  // "Stop colis DEMO0001"; "Arrêtez DEMO0001" may mean the parcel.
  if (kind !== 'other' || !STOP_IN.test(about)) return kind;
  return wordsKind(about.replace(REFERENCE_ALONE, ' '));
}
const STOP_IN = new RegExp(String.raw`\b(?:${STOP})\b`);

function wordsKind(clause: string): 'stop' | 'halt' | 'polite' | 'other' {
  const words = clause
    .replace(FILLING, ' ')
    .split(' ')
    .filter((word) => word !== '' && !FILLERS.has(word));
  if (words.length === 0) return 'polite';
  if (!words.every((word) => STOP_WORD.test(word) || HALT_WORD.test(word))) return 'other';
  return words.some((word) => STOP_WORD.test(word)) ? 'stop' : 'halt';
}
