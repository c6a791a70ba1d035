import type { Order, OrderMatches } from '@fasocolis/contracts/orders';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { queryOptions } from '@tanstack/react-query';
import { TRACKING_KEY } from '../../shared/session.ts';
import type { SeenParcel } from './last-seen.ts';

const orderSchema = () => import('@fasocolis/contracts/orders').then(({ OrderSchema }) => OrderSchema);
const orderMatchesSchema = () =>
  import('@fasocolis/contracts/orders').then(({ OrderMatchesSchema }) => OrderMatchesSchema);
const orderEventsSchema = () =>
  import('@fasocolis/contracts/orders').then(({ OrderEventsSchema }) => OrderEventsSchema);

/**
 * Every search sends a request; only the data of a rendered page, which was not requested by the app, is fresh for a
 * moment.
 */
const staleTime = ({ state }: { state: { dataUpdateCount: number } }) => (state.dataUpdateCount === 0 ? FRESH_MS : 0);
const FRESH_MS = 5000;

/** Timeout after which the last known state is shown instead of a response, in milliseconds. */
export const TIMEOUT_MS = 20_000;

/**
 * Online, what could not be fetched is fetched again after this time, in milliseconds: the network may come back while a
 * request is failing, and later than the browser says.
 */
const RETRY_MS = 10_000;
const retryOnline = (isMissing: boolean) => isMissing && navigator.onLine && RETRY_MS;

/** No response about the parcel: no network, too many lookups, or the response of a proxy before the service. */
const UNAVAILABLE = [0, 429, 502, 503, 504];

/**
 * A parcel from the service or, when that does not respond, as this device last received it; otherwise what the text names
 * or may mean.
 */
export type Found =
  | { order: Order; lastSeen: SeenParcel | null; matches?: never }
  | { matches: OrderMatches; order?: never; lastSeen?: never };

function inTime<T>(response: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('Pas de réponse', { status: 0, code: 'network' })), TIMEOUT_MS);
  });
  return Promise.race([response, tooLate]).finally(() => clearTimeout(timer));
}

/** Whether the service reports that a parcel was archived (410). */
export const isGone = (failure: Error | null): boolean => failure instanceof ApiError && failure.status === 410;

/** Whether the service did not respond about the parcel. */
export const isUnanswered = (failure: unknown): boolean =>
  failure instanceof ApiError && UNAVAILABLE.includes(failure.status);

/** Whether a later request may succeed without the user: too many lookups last for minutes, and each counts. */
const isUnavailable = (failure: Error | null) => isUnanswered(failure) && (failure as ApiError).status !== 429;

/** The parcel of a text that the device stores, when the service does not respond. */
async function fromDevice(text: string, failure: unknown): Promise<Found> {
  if (!isUnanswered(failure)) throw failure;
  if (typeof document === 'undefined') throw failure;
  const device = await import('./last-seen.ts').catch(() => {
    throw failure;
  });
  const lastSeen = device.lastSeenIn(text);
  if (!lastSeen) throw failure;
  return { order: lastSeen.order, lastSeen };
}

/** Whether nothing has the number (404). */
export const isUnknown = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && failure.status === 404;

/** What a text names that is no reference. @throws the failure when that is nothing, ApiError without a response */
async function matchesOf(text: string, failure: unknown, signal: AbortSignal): Promise<Found> {
  const call = api.get('/api/orders/:reference/matches', orderMatchesSchema, { params: { reference: text }, signal });
  const matches = await inTime(call);
  if (matches.orders.length > 0 || matches.suggestion !== null) return { matches };
  throw failure;
}

export const trackingQueries = {
  all: TRACKING_KEY,
  order: (reference: string) =>
    queryOptions({
      queryKey: [...trackingQueries.all, reference, 'order'],
      queryFn: async ({ signal }): Promise<Found> => {
        try {
          return {
            order: await inTime(api.get('/api/orders/:reference', orderSchema, { params: { reference }, signal })),
            lastSeen: null,
          };
        } catch (failure) {
          if (!isUnknown(failure)) return fromDevice(reference, failure);
          return matchesOf(reference, failure, signal).catch((unmatched) => fromDevice(reference, unmatched));
        }
      },
      enabled: reference !== '',
      staleTime,
      refetchOnReconnect: true,
      refetchInterval: ({ state }) => retryOnline(Boolean(state.data?.lastSeen) || isUnavailable(state.error)),
    }),
  events: (reference: string) =>
    queryOptions({
      queryKey: [...trackingQueries.all, reference, 'events'],
      queryFn: ({ signal }) =>
        inTime(api.get('/api/orders/:reference/events', orderEventsSchema, { params: { reference }, signal })),
      enabled: reference !== '',
      staleTime,
      refetchOnReconnect: true,
      refetchInterval: ({ state }) => retryOnline(isUnanswered(state.error)),
    }),
};
