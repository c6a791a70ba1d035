export interface Finding {
  state: 'ok' | 'warning' | 'fault';
  message: string;
  remedy?: string;
}

const SIGNS = { ok: '✓', warning: '!', fault: '✗' };

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string, remedy: string): Finding => ({ state: 'warning', message, remedy });
export const fault = (message: string, remedy: string): Finding => ({ state: 'fault', message, remedy });

export const lineOf = ({ state, message, remedy }: Finding) =>
  `${SIGNS[state]} ${message}${remedy ? ` → ${remedy}` : ''}`;

export function show(findings: Finding[]): boolean {
  for (const finding of findings) console.log(lineOf(finding));
  return findings.every(({ state }) => state !== 'fault');
}

export const reasonOf = (error: unknown) => (error as Error).message || (error as { code?: string }).code || 'inconnue';
