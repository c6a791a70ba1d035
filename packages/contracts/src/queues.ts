import type { DeliveryChannel } from './deliveries.ts';

/** The queue with the deliveries of a channel. */
export const deliveryQueueOf = (channel: DeliveryChannel) => (channel === 'email' ? 'emails' : `deliveries-${channel}`);
export const MILESTONE_QUEUE = 'milestones';
/** What WhatsApp reports: messages of people, and how far ours came. */
export const WHATSAPP_QUEUE = 'whatsapp-webhook';
