import { deviceStorage } from '@fasocolis/web-kit/storage';
import { PUSH_KEY } from './device-keys.ts';

/** What this browser receives push messages about. */
export interface PushState {
  /** The endpoint of the subscription that the server has; empty without one. */
  endpoint: string;
  references: readonly string[];
  /** The user whose account it follows. */
  accountId: number | null;
  /** When the server last stored it, in milliseconds. */
  savedAt: number;
}

const NOTHING: PushState = { endpoint: '', references: [], accountId: null, savedAt: 0 };

export function readPushState(): PushState {
  try {
    const { endpoint, references, accountId, savedAt } = deviceStorage.read(PUSH_KEY) as PushState;
    return { endpoint: String(endpoint), references: [...references], accountId, savedAt };
  } catch {
    // Nothing yet, or another format.
    return NOTHING;
  }
}

const listeners = new Set<() => void>();

/** Calls a listener after every change by this page. @returns the function that ends that */
export function subscribeToPushState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function writePushState(state: PushState): void {
  deviceStorage.set(PUSH_KEY, JSON.stringify(state));
  for (const tell of listeners) tell();
}

/** What a button subscribes to: a parcel, or everything of an account. */
export type PushTarget = { reference: string } | { userId: number };

export const isFollowed = ({ references, accountId }: PushState, target: PushTarget): boolean =>
  'userId' in target ? accountId === target.userId : references.includes(target.reference);

/** The state with or without a target. */
export function withTarget(state: PushState, target: PushTarget, isWanted: boolean): PushState {
  if ('userId' in target) return { ...state, accountId: isWanted ? target.userId : null };
  const others = state.references.filter((each) => each !== target.reference);
  return { ...state, references: isWanted ? [...others, target.reference] : others };
}
