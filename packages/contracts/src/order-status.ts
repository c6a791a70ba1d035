/** The five built-in statuses, in the order of a shipment. */
export const ORDER_STATUSES = ['ORDER_CONFIRMED', 'PROCESSING', 'IN_TRANSIT', 'ARRIVED', 'DELIVERED'] as const;
export type OrderStatusCode = (typeof ORDER_STATUSES)[number];

export const INITIAL_STATUS: OrderStatusCode = 'ORDER_CONFIRMED';

/** Step, waiting, problem, end. */
export const STATUS_KINDS = ['step', 'waiting', 'problem', 'end'] as const;
export type StatusKind = (typeof STATUS_KINDS)[number];

export const STATUS_KIND_LABELS: Record<StatusKind, string> = {
  step: 'Étape',
  waiting: 'Attente',
  problem: 'Problème',
  end: 'Fin',
};

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

/** The colour of a status's badge; custom statuses are neutral. */
export function statusColour(status: string): string {
  return isBuiltInStatus(status) ? COLOURS[status] : 'neutral';
}
