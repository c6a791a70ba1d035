import type { Change } from '@fasocolis/contracts/changes';
import { statusLabel } from '@fasocolis/contracts/order-status';
import { TRANSPORT_MODES, type UpdateOrder } from '@fasocolis/contracts/orders';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { shortDate } from '@fasocolis/web-kit/dates';
import { weightWords } from './words.ts';

const ACTIONS: Record<Change['action'], string> = {
  created: 'Création',
  changed: 'Modification',
  deleted: 'Suppression',
  archived: 'Archivage',
  unarchived: 'Désarchivage',
  'event-withdrawn': "Annulation d'un événement",
  'milestone-recorded': 'Jalon',
  'milestone-cancelled': 'Jalon annulé',
  'milestone-withdrawn': 'Jalon repris',
  'handed-over': 'Remise',
  anonymized: 'Compte du client supprimé',
};

type OrderField = Exclude<keyof UpdateOrder, 'archived' | 'notifyCustomer' | 'updatedAt'>;

/** What an update of an order may contain, and the fields of other logged things. */
const FIELDS: Record<OrderField, string> & Record<string, string> = {
  reference: 'Référence',
  status: 'Statut',
  latestUpdate: 'Texte',
  estimatedDelivery: 'Livraison estimée',
  userId: 'Client',
  recipientName: 'Destinataire',
  recipientPhone: 'Téléphone',
  recipientConsent: 'Messages WhatsApp',
  mode: 'Transport',
  pieces: 'Pièces',
  weightGrams: 'Poids',
  reason: 'Raison',
  note: 'Événement',
  code: 'Code',
  label: 'Libellé',
  displayOrder: 'Ordre',
  isActive: 'Actif',
  kind: 'Type',
  consignment: 'Expédition',
  departureCity: 'Ville de départ',
  carrierNumber: 'LTA ou conteneur',
  departureDate: 'Départ',
  expectedArrival: 'Arrivée prévue',
  closed: 'Clôturée',
  milestone: 'Jalon',
  defaultPlace: 'Lieu par défaut',
  places: 'Lieux',
  position: 'Position',
  opensPickup: 'Code de retrait',
  receiverName: 'Remis à',
  value: 'Valeur',
  description: 'Description',
};

export const MODES = TRANSPORT_MODES.map((id) => ({ id, name: TRANSPORT_MODE_LABELS[id] }));

export const modeName = (mode: string) => MODES.find(({ id }) => id === mode)?.name ?? mode;

type Value = string | number | boolean | null | undefined;

function valueWords(field: string, value: Value): string {
  if (value === null || value === undefined || value === '') return 'aucun';
  if (field === 'estimatedDelivery') return shortDate(String(value));
  if (field === 'status') return statusLabel(String(value));
  if (field === 'mode') return modeName(String(value));
  if (field === 'userId') return `n° ${value}`;
  if (field === 'weightGrams') return weightWords(Number(value));
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  return String(value);
}

/** The name of a change: "Modification". */
export const actionWords = ({ action }: Pick<Change, 'action'>): string => ACTIONS[action];

/** The changed fields: "Pièces : 2 → 3". A creation lists only the given fields. */
export function changedFields({ before, after }: Pick<Change, 'before' | 'after'>): string[] {
  return Object.keys(after ?? before ?? {}).flatMap((field) => {
    const name = FIELDS[field];
    if (!name) return [];
    const [old, next] = [before?.[field], after?.[field]];
    if (before && after && field in before)
      return `${name}\u00a0: ${valueWords(field, old)} → ${valueWords(field, next)}`;
    const value = after ? next : old;
    return value === null ? [] : `${name}\u00a0: ${valueWords(field, value)}`;
  });
}
