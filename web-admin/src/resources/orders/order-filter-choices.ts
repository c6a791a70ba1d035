import { MODES } from '../../components/choices.ts';

export const MODE_OPTIONS = [...MODES, { id: 'unknown', name: 'Inconnu' }];

/** Filters that are on or absent. */
export const SWITCHES = [
  { source: 'toSettle', label: 'À régler' },
  { source: 'silent', label: 'Sans nouvelles' },
  { source: 'late', label: 'En retard' },
  { source: 'uncollected', label: 'Arrivées, non retirées' },
  { source: 'withoutRecipient', label: 'Sans destinataire' },
  { source: 'withoutPhone', label: 'Sans téléphone' },
  { source: 'unpaid', label: 'Impayé' },
  { source: 'reported', label: 'Paiement signalé' },
  { source: 'archived', label: 'Archivées' },
] as const;
