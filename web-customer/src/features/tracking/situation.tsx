import type { Order } from '@fasocolis/contracts/orders';
import { pickupPointOf } from '@fasocolis/contracts/pickup-points';
import { NUMBER_TOKEN_PARAMETER } from '@fasocolis/contracts/whatsapp';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { PickupCode } from './pickup-code.tsx';

const PersonalCode = lazy(() => import('./personal-code.tsx'));

const BOX = 'mt-4 rounded-xl bg-canvas p-3 sm:px-4';
const LINK = 'text-link rounded-lg font-semibold';
const ALARMING = ['late', 'problem'];

/** What is true of the parcel now: the largest text of the card. */
export function Situation({ order }: { order: Order }) {
  const { situation } = order;
  if (!situation || situation.kind === 'ready') return null;
  const { kind, label, text, next } = situation;
  const colour = ALARMING.includes(kind) ? 'text-danger' : 'text-brand';
  return (
    <div className={BOX} data-testid="situation">
      {label && <p className="text-sm text-ink-soft">{label}</p>}
      <p className={`text-2xl font-bold tracking-tight text-balance tabular-nums ${colour}`}>{text}</p>
      {next && <p>{next}</p>}
      {kind === 'computed' && (
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-ink-soft">
          d'après nos colis des 90 derniers jours
          <Link to={paths.transitTimes} className={LINK}>
            Nos délais
          </Link>
        </p>
      )}
    </div>
  );
}

const BRING = "Une pièce d'identité et le numéro de suivi";

/** Where, when and with what the parcel is picked up; nothing before it is ready. */
export function Pickup({ order }: { order: Order }) {
  const { situation } = order;
  const code = 'pickupCode' in order ? order.pickupCode : null;
  const token = useSearchParams()[0].get(NUMBER_TOKEN_PARAMETER);
  const { data: points = [] } = useQuery({ ...pickupPointsQuery, enabled: situation?.kind === 'ready' });
  if (situation?.kind !== 'ready') return null;
  const { text, next, town } = situation;
  const point = pickupPointOf(points, town);
  const seen = <PickupCode code={code} next={next} />;
  return (
    <section aria-labelledby="retrait" className={BOX} data-testid="situation">
      <h3 id="retrait" className="text-2xl font-bold tracking-tight text-brand">
        {text}
      </h3>
      {token && !code ? (
        <Suspense fallback={seen}>
          <PersonalCode token={token} order={order} fallback={seen} />
        </Suspense>
      ) : (
        seen
      )}
      <dl className="mt-2 grid gap-2 [&_dt]:text-sm [&_dt]:text-ink-soft">
        {(town || point) && (
          <div>
            <dt>Lieu</dt>
            <dd className="wrap-anywhere whitespace-pre-line">
              {[town ?? point?.town, point?.place].filter(Boolean).join('\n')}
            </dd>
            {point?.mapUrl && (
              <dd>
                <a href={point.mapUrl} target="_blank" rel="noopener noreferrer" className={LINK}>
                  Voir sur la carte
                </a>
              </dd>
            )}
          </div>
        )}
        {point?.hours && (
          <div>
            <dt>Horaires</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{point.hours}</dd>
          </div>
        )}
        <div>
          <dt>À apporter</dt>
          <dd className="wrap-anywhere whitespace-pre-line">{point?.bring ?? BRING}</dd>
        </div>
      </dl>
    </section>
  );
}

const schema = () => import('@fasocolis/contracts/pickup-points').then(({ PickupPointsSchema }) => PickupPointsSchema);

/** Where parcels are picked up, in each town. */
export const pickupPointsQuery = apiQuery(['pickup-points'], '/api/pickup-points', schema);
