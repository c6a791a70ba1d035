import type { Change } from './changes.ts';
import { shortDate } from './dates.ts';
import { GOODS_KIND_LABELS, type GoodsKind } from './goods-kinds.ts';
import { writtenFrancs } from './money/francs.ts';
import { type TariffUnit, unitName } from './money/freight.ts';
import { ORDER_FIELDS, type OrderField } from './order-fields.ts';
import { STATUS_KIND_LABELS, type StatusKind, statusLabel } from './order-status.ts';
import type { TransportMode } from './orders.ts';
import { writtenVolume, writtenWeight } from './reading/measures.ts';
import { SETTING_NAMES } from './setting-names.ts';
import { TRANSPORT_MODE_LABELS } from './transport-modes.ts';

const ORDER_ENTRIES = Object.entries<OrderField>(ORDER_FIELDS);

const FIELDS: Record<string, string> = {
  ...Object.fromEntries(
    ORDER_ENTRIES.flatMap(([field, { label, inLog, isLogged }]) =>
      isLogged && label !== null ? [[field, inLog ?? label] as const] : [],
    ),
  ),
  archivedAt: 'Archivé le',
  reason: 'Raison',
  note: 'Événement',
  code: 'Code',
  label: 'Libellé',
  displayOrder: 'Ordre',
  isActive: 'Actif',
  kind: 'Type',
  sentence: 'Phrase pour les clients',
  consignment: 'Expédition',
  aliasAdded: 'Numéro de transporteur',
  carton: 'Carton',
  claim: 'Demande',
  aliasRemoved: 'Numéro de transporteur retiré',
  departureCity: 'Ville de départ',
  carrierNumber: 'LTA ou conteneur',
  billOfLading: 'Connaissement',
  bescNumber: 'BESC',
  departureDate: 'Départ',
  expectedArrival: 'Arrivée prévue',
  closed: 'Clôturée',
  cost: 'Coût',
  milestone: 'Jalon',
  occurredAt: 'Passé le',
  eventId: 'Numéro de l’événement',
  defaultPlace: 'Lieu par défaut',
  places: 'Lieux',
  position: 'Position',
  opensPickup: 'Code de retrait',
  receiverName: 'Remis à',
  rest: 'Reste à payer',
  releaseReason: 'Remis sans paiement',
  problem: 'Problème',
  problemClosed: 'Problème réglé',
  neverArrivedReason: 'Remis sans être noté arrivé',
  charge: 'Frais',
  receipt: 'Reçu',
  certifiedInvoice: 'Facture certifiée',
  amount: 'Montant',
  unit: 'Unité',
  price: 'Prix',
  minimum: 'Minimum',
  volumetricDivisor: 'Diviseur volumétrique',
  receiptPrefix: 'Préfixe des reçus',
  releasesWithRest: 'Remise sans paiement',
  accounts: 'Numéros de paiement',
  storageFreeDays: 'Jours de magasinage gratuits',
  storagePrice: 'Magasinage par jour',
  hasCredit: 'Crédit',
  value: 'Valeur',
  title: 'Titre',
  content: 'Contenu',
  lastUpdated: 'Modifié le',
  isRead: 'Lu',
  isAnswered: 'Répondu',
  name: 'Nom',
  hasFreeshipping: 'Livraison gratuite',
  features: 'Caractéristiques',
  specifications: 'Spécifications',
  images: 'Images',
  image: 'Image',
  showOnce: 'Affichage unique',
  startDate: 'Début',
  endDate: 'Fin',
  buttonText: 'Bouton',
  buttonLink: 'Lien du bouton',
  look: 'Apparence',
  byEmail: 'Aussi par email',
  messages: 'Messages',
  firstName: 'Prénom',
  lastName: 'Nom',
  city: 'Ville',
  requiresSecondFactor: 'Deux étapes exigées',
  description: 'Description',
  changed: 'Modifié',
};

const AMOUNTS = new Set(['amount', 'cost', 'declaredValue', 'rest', 'price', 'minimum', 'storagePrice']);

/** "Avion" for AIR; a mode that is not known stays as it is. */
export const modeName = (mode: string): string => TRANSPORT_MODE_LABELS[mode as TransportMode] ?? mode;

/** "Batterie" for battery; a kind that is not known stays as it is. */
export const goodsName = (kind: string): string => GOODS_KIND_LABELS[kind as GoodsKind] ?? kind;

type Value = string | number | boolean | null | undefined;

/** A value by the kind of its field. */
export function kindWords(value: string | number | boolean, kind: OrderField['kind']): string {
  if (kind === 'day' || kind === 'instant') return shortDate(String(value));
  if (kind === 'status') return statusLabel(String(value));
  if (kind === 'mode') return modeName(String(value));
  if (kind === 'goods') return goodsName(String(value));
  if (kind === 'weight') return writtenWeight(Number(value));
  if (kind === 'volume') return writtenVolume(Number(value));
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  return String(value);
}

const KINDS = new Map<string, OrderField['kind']>([
  ...ORDER_ENTRIES.map(([field, { kind }]) => [field, kind] as const),
  ...['departureDate', 'expectedArrival', 'occurredAt', 'lastUpdated', 'startDate', 'endDate'].map(
    (day) => [day, 'day'] as const,
  ),
]);

/** "Ville" for city; a field without a label has its own name. */
export const fieldName = (field: string): string => FIELDS[field] ?? field;

type StatusName = (status: string) => string;

/** A page is recorded with the time of its change, since its text is too long. */
const PAGE_CHANGED = 'Contenu\u00a0: modifié';

/** Settings and specifications are recorded as JSON: each entry of the list is written on its own. */
function entriesOf(json: string): string {
  try {
    return Object.values<unknown>(JSON.parse(json)).map(entryWords).join(' ; ');
  } catch {
    return json;
  }
}

const entryWords = (entry: unknown): string =>
  entry !== null && typeof entry === 'object'
    ? Object.values(entry).filter(Boolean).map(entryWords).join(', ')
    : modeName(String(entry));

/** The images of the shop are recorded by their hashes, of which the beginning tells them apart. */
const imagesWords = (lines: string) => lines.replace(/^([\w-]{6})[\w-]{37}$/gm, 'image $1').replaceAll('\n', ', ');

function valueWords(field: string, value: Value, statusName: StatusName): string {
  if (value === null || value === undefined || value === '') return 'vide';
  // The prices of the shop are texts.
  if (AMOUNTS.has(field) && typeof value === 'number') return writtenFrancs(value);
  if (field === 'images') return imagesWords(String(value));
  if (typeof value === 'string' && /^[[{]/.test(value)) return entriesOf(value);
  if (field === 'kind') return STATUS_KIND_LABELS[value as StatusKind] ?? String(value);
  if (field === 'unit') return unitName(value as TariffUnit);
  const kind = KINDS.get(field);
  if (kind === 'status') return statusName(String(value));
  return field === 'userId' ? `n° ${value}` : kindWords(value, kind);
}

export const AUTHOR_OF_NOBODY = 'FasoColis';

const CREDIT = /^credit-(\d+)$/;

/** What was changed, as the screens name it: a setting by its title instead of its key. */
export function changedName({ subject, name }: Pick<Change, 'subject' | 'name'>): string {
  if (subject !== 'setting') return name;
  const [, userId] = CREDIT.exec(name) ?? [];
  return userId === undefined
    ? (SETTING_NAMES[name as keyof typeof SETTING_NAMES] ?? name)
    : `Crédit du client n° ${userId}`;
}

/** The changed fields: "Pièces : 2 → 3". A creation lists only the given fields. */
export function changedFields(
  { before, after }: Pick<Change, 'before' | 'after'>,
  statusName: StatusName = statusLabel,
): string[] {
  return Object.keys(after ?? before ?? {}).flatMap((field) => {
    const name = FIELDS[field];
    if (field === 'lastUpdated' && before) return [PAGE_CHANGED];
    if (!name) return [];
    const [old, next] = [before?.[field], after?.[field]];
    if (before && after && field in before)
      return `${name}\u00a0: ${valueWords(field, old, statusName)} → ${valueWords(field, next, statusName)}`;
    const value = after ? next : old;
    return value === null ? [] : `${name}\u00a0: ${valueWords(field, value, statusName)}`;
  });
}

/** All values of one side of a change, a line for each. */
export const writtenValues = (values: NonNullable<Change['before']>, statusName: StatusName = statusLabel): string =>
  Object.entries(values)
    .map(([field, value]) => `${fieldName(field)}\u00a0: ${valueWords(field, value, statusName)}`)
    .join('\n');
