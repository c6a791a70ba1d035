import { SCAN_MODES, type ScanMode } from '@fasocolis/contracts/scans';
import { ApiError } from '@fasocolis/web-kit/api';

export const MODE_NAMES: Record<ScanMode, string> = {
  receive: 'Recevoir',
  load: "Mettre dans l'expédition",
  arrive: 'Arrivé',
  'hand-over': 'Remettre',
};

export const MODES = SCAN_MODES.map((id) => ({ id, name: MODE_NAMES[id] }));

export const DONE_WORDS: Record<ScanMode, string> = {
  receive: 'Reçu',
  load: "Mis dans l'expédition",
  arrive: 'Arrivé',
  'hand-over': 'Remis',
};

export const ALREADY_WORDS: Record<ScanMode, string> = {
  receive: 'Déjà reçu',
  load: "Déjà dans l'expédition",
  arrive: 'Déjà arrivé',
  'hand-over': 'Déjà remis',
};

/** A carton at the counter, before the parcel is handed over with all of them. */
export const COUNTED = 'Carton compté';

export const nearMissWords = (number: string, code: string | undefined) =>
  `Est-ce ${number}${code ? ` de ${code}` : ''}\u00a0?`;

export const scanCount = (count: number) => `${count} lecture${count > 1 ? 's' : ''}`;

const OFFLINE = 'Hors ligne\u00a0: les lectures sont gardées sur cet appareil et partiront avec le réseau.';
const SIGNED_OUT = 'Votre session a pris fin. Reconnectez-vous\u00a0: les lectures gardées partiront ensuite.';

/** Why scans were not sent, and what becomes of them. */
export function sendFailure(error: unknown): string {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 0) return OFFLINE;
  if (status === 401) return SIGNED_OUT;
  if (status === 403) return "Votre compte n'a pas le droit d'envoyer des lectures. Elles restent sur cet appareil.";
  return 'Le serveur ne répond pas bien. Les lectures restent sur cet appareil et partiront plus tard.';
}
