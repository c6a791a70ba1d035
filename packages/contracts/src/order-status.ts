export const ORDER_STATUSES = ['ORDER_CONFIRMED', 'PROCESSING', 'IN_TRANSIT', 'ARRIVED', 'DELIVERED'] as const;
export type OrderStatusCode = (typeof ORDER_STATUSES)[number];

export const INITIAL_STATUS: OrderStatusCode = 'ORDER_CONFIRMED';

export const STATUS_KINDS = ['step', 'waiting', 'problem', 'end'] as const;
export type StatusKind = (typeof STATUS_KINDS)[number];

export const STATUS_KIND_LABELS: Record<StatusKind, string> = {
  step: 'Étape',
  waiting: 'Attente',
  problem: 'Problème',
  end: 'Fin',
};

/** Why a built-in status cannot be changed. */
export const BUILT_IN_STATUS =
  'Ce statut de base est fixe\u00a0: la page de suivi, les jalons et les compteurs en dépendent.';

/** The kind of a built-in status. */
export const builtInKind = (status: OrderStatusCode): StatusKind => (status === 'DELIVERED' ? 'end' : 'step');

const LABELS: Record<OrderStatusCode, string> = {
  ORDER_CONFIRMED: 'Commande Confirmée',
  PROCESSING: 'En Traitement',
  IN_TRANSIT: 'En Transit',
  ARRIVED: 'Arrivée au Burkina',
  DELIVERED: 'Livrée',
};

const HEADLINES: Record<OrderStatusCode, string> = {
  ORDER_CONFIRMED: 'Commande confirmée et en attente de traitement',
  PROCESSING: 'Votre colis est en cours de préparation',
  IN_TRANSIT: 'Votre colis est en route',
  ARRIVED: 'Votre colis est arrivé au Burkina Faso',
  DELIVERED: 'Votre colis a été livré avec succès',
};

const COLOURS: Record<OrderStatusCode, string> = {
  ORDER_CONFIRMED: 'blue',
  PROCESSING: 'yellow',
  IN_TRANSIT: 'purple',
  ARRIVED: 'indigo',
  DELIVERED: 'green',
};

const KIND_COLOURS: Record<StatusKind, string> = { step: 'teal', waiting: 'amber', problem: 'red', end: 'grey' };

/** Whether a status is built in; others are defined by the administrator or come from imports. */
export function isBuiltInStatus(status: string): status is OrderStatusCode {
  return (ORDER_STATUSES as readonly string[]).includes(status);
}

/** The label that customers see. An unknown status is shown with its first underscore as a space. */
export function statusLabel(status: string): string {
  return isBuiltInStatus(status) ? LABELS[status] : status.replace('_', ' ');
}

/** The sentence of the result card. */
export function statusHeadline(status: string): string {
  return isBuiltInStatus(status) ? HEADLINES[status] : 'Mise à jour du statut';
}

export interface StatusOfOrder {
  status: string;
  statusLabel: string;
  statusKind: StatusKind | null;
  statusSentence?: string | null;
}

/** The kind of a status that the administrator defined; null for built-in and undefined ones. */
export const definedKind = (status: string, kind: StatusKind | null): StatusKind | null =>
  isBuiltInStatus(status) ? null : kind;

/** The label of an order's status: that of its definition, else as `statusLabel`. */
export function orderStatusLabel({ status, statusLabel: label, statusKind }: StatusOfOrder): string {
  return definedKind(status, statusKind) ? label : statusLabel(status);
}

/** The sentence of the result card; a defined status without a sentence is its own headline. */
export function orderStatusHeadline({ status, statusLabel: label, statusKind, statusSentence }: StatusOfOrder): string {
  return definedKind(status, statusKind) ? (statusSentence ?? label) : statusHeadline(status);
}

/** The colour of an order's badge: that of a built-in status, that of the kind, or neutral. */
export function orderStatusColour({ status, statusKind }: StatusOfOrder): string {
  return isBuiltInStatus(status) ? COLOURS[status] : statusKind ? KIND_COLOURS[statusKind] : 'neutral';
}
