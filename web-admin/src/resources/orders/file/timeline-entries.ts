import { CHANGE_ACTION_LABELS } from '@fasocolis/contracts/change-labels';
import { changedFields } from '@fasocolis/contracts/change-words';
import type { Change } from '@fasocolis/contracts/changes';
import type { OrderMessage } from '@fasocolis/contracts/order-messages';
import type { StaffOrderEvent } from '@fasocolis/contracts/orders';
import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { dropWords, WHATSAPP_WORDS } from '../../../components/message-words.ts';

export interface TimelineEntry {
  key: string;
  source: 'event' | 'message' | 'change';
  at: string;
  title: string;
  lines: string[];
  /** The author; null for the product itself. */
  userId: number | null;
  recipientId?: number;
  withdrawn?: StaffOrderEvent['withdrawn'];
  /** The id of an event that can be withdrawn. */
  eventId?: number;
}

/** Fields whose changes are events, which the timeline contains already. */
const TOLD_BY_EVENTS = new Set(['status', 'latestUpdate']);

const EMAIL_STATES = {
  pending: 'E-mail en route',
  sent: 'E-mail envoyé',
  dropped: 'Sans e-mail',
  failed: 'E-mail en échec',
} as const;

function emailWords({ email }: OrderMessage): string[] {
  if (!email) return [];
  const { state, recipient, dropReason } = email;
  if (state === 'dropped' && dropReason) return [`${EMAIL_STATES.dropped}\u00a0: ${dropWords(dropReason)}`];
  return [`${EMAIL_STATES[state]}${recipient ? ` à ${recipient}` : ''}`];
}

/** "Arrivé au port, Lomé" of an event that is a milestone. */
const milestoneWords = ({ milestone, place }: StaffOrderEvent) =>
  milestone && [milestone, place].filter(Boolean).join(', ');

/** Those who were told, or to whom the product's own message is on its way. */
function tellings(people: readonly PersonToTell[]): TimelineEntry[] {
  return people.flatMap(({ id, name, phone, told, whatsapp }) => {
    const at = whatsapp?.at ?? told?.at;
    if (!at) return [];
    const title = whatsapp ? WHATSAPP_WORDS[whatsapp.state] : 'Prévenu par WhatsApp';
    const lines = [[name, spacedPhone(phone)].filter(Boolean).join(', ')];
    return [{ key: `telling-${id}`, source: 'message', at, title, lines, userId: told?.byUserId ?? null }];
  });
}

interface FileData {
  events: readonly StaffOrderEvent[];
  messages: readonly OrderMessage[];
  changes: readonly Change[];
  people: readonly PersonToTell[];
  statusName: (status: string) => string;
}

/** Events, messages and changes of an order, newest first. Changes that are events are omitted. */
export function timelineEntries({ events, messages, changes, people, statusName }: FileData): TimelineEntry[] {
  const firstId = Math.min(...events.map(({ id }) => id));
  const entries: TimelineEntry[] = [
    ...events.map((event) => ({
      key: `event-${event.id}`,
      source: 'event' as const,
      at: event.occurredAt,
      title: event.label,
      lines: [milestoneWords(event), event.note].filter((line) => line != null),
      userId: event.byUserId ?? null,
      ...(event.withdrawn && { withdrawn: event.withdrawn }),
      ...(!event.withdrawn && event.id !== firstId && { eventId: event.id }),
    })),
    ...messages.map((message) => ({
      key: `message-${message.id}`,
      source: 'message' as const,
      at: message.sentAt,
      title: `Message\u00a0: ${message.title}`,
      lines: [...emailWords(message), message.readAt ? 'Lu sur le site' : 'Pas encore lu sur le site'],
      userId: null,
      recipientId: message.userId,
    })),
    ...tellings(people),
    ...changes.filter(isTold).map((change) => ({
      key: `change-${change.id}`,
      source: 'change' as const,
      at: change.createdAt,
      title: CHANGE_ACTION_LABELS[change.action],
      lines: changedFields(change, statusName),
      userId: change.userId,
    })),
  ];
  return entries.sort((a, b) => b.at.localeCompare(a.at) || b.key.localeCompare(a.key));
}

function isTold({ action, after }: Change): boolean {
  if (action === 'event-withdrawn') return false;
  return action !== 'changed' || Object.keys(after ?? {}).some((field) => !TOLD_BY_EVENTS.has(field));
}
