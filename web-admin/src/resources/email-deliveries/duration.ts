const UNITS = [
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A length of time in French, in its largest unit: "5 minutes". */
export function duration(seconds: number): string {
  const unit = UNITS.find(([, size]) => seconds >= size);
  if (!unit) return "moins d'une minute";
  const format = new Intl.NumberFormat('fr-FR', { style: 'unit', unit: unit[0], unitDisplay: 'long' });
  return format.format(Math.floor(seconds / unit[1]));
}
