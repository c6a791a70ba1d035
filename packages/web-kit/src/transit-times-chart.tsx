import type { TransitTime } from '@fasocolis/contracts/transit-times';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';

const MODES = ['AIR', 'SEA'] as const;

const STEPS: Record<TransitTime['step'], string> = {
  ORDER_CONFIRMED: "De la confirmation à l'arrivée",
  PROCESSING: "De la préparation à l'arrivée",
  IN_TRANSIT: "Du départ de Chine à l'arrivée",
  ARRIVED: "De l'arrivée à la remise",
};

/** In pixels on the narrowest screens. */
const WIDTH = 296;
const LONGEST_BAR = 160;
const ROW = 68;
const BAR = { y: 24, height: 16, rx: 4 };

const decimal = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });

/** In French everything below two is singular: "1,5 jour". */
const unitOf = (days: number) => (days < 2 ? 'jour' : 'jours');
const inDays = (days: number) => `${decimal.format(days)}\u00a0${unitOf(days)}`;
const basedOn = (orders: number) => `d'après ${decimal.format(orders)}\u00a0colis`;

/** The transit times as one chart for each mode of transport, and as a list for screen readers. */
export function TransitTimesChart({ times }: { times: readonly TransitTime[] }) {
  return MODES.map((mode) => {
    const rows = times.filter((time) => time.mode === mode);
    return rows.length > 0 && <Group key={mode} mode={TRANSPORT_MODE_LABELS[mode]} rows={rows} />;
  });
}

function Group({ mode, rows }: { mode: string; rows: readonly TransitTime[] }) {
  return (
    <figure className="fc-transit">
      <figcaption className="fc-transit-mode">{mode}</figcaption>
      <Bars mode={mode} rows={rows} />
      <p aria-hidden className="fc-transit-legend">
        <span data-share="half">la moitié des colis</span>
        <span data-share="most">neuf colis sur dix</span>
      </p>
      <dl className="fc-sr-only">
        {rows.map(({ step, medianDays, p90Days, orders }) => (
          <div key={step}>
            <dt>{STEPS[step]}</dt>
            <dd>
              la moitié des colis en {inDays(medianDays)}, neuf sur dix en {inDays(p90Days)}, {basedOn(orders)}
            </dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

function Bars({ mode, rows }: { mode: string; rows: readonly TransitTime[] }) {
  const longest = Math.max(1, ...rows.map(({ p90Days }) => p90Days));
  const widthOf = (days: number) => Math.round((days / longest) * LONGEST_BAR);
  return (
    <svg role="img" viewBox={`0 0 ${WIDTH} ${rows.length * ROW}`} className="fc-transit-bars">
      <title>{`${mode}\u00a0: nombre de jours par étape, pour la moitié des colis et pour neuf colis sur dix`}</title>
      {rows.map(({ step, medianDays, p90Days, orders }, index) => (
        <g key={step} transform={`translate(0 ${index * ROW})`}>
          <text y={16}>{STEPS[step]}</text>
          <rect {...BAR} x={1} width={widthOf(p90Days)} className="fc-transit-most" />
          <rect {...BAR} x={1} width={widthOf(medianDays)} className="fc-transit-half" />
          <text x={widthOf(p90Days) + 9} y={37}>
            {medianDays === p90Days ? inDays(p90Days) : `${decimal.format(medianDays)} à ${inDays(p90Days)}`}
          </text>
          <text y={56} className="fc-transit-orders">
            {basedOn(orders)}
          </text>
        </g>
      ))}
    </svg>
  );
}
