import { ChangeSchema } from '@fasocolis/contracts/changes';
import { ConsignmentSchema } from '@fasocolis/contracts/consignments';
import { EmailDeliverySchema } from '@fasocolis/contracts/email';
import { MilestoneDefinitionSchema, MilestoneSchema, SkippedOrderSchema } from '@fasocolis/contracts/milestones';
import { NotificationSchema } from '@fasocolis/contracts/notifications';
import { OrderMessageSchema } from '@fasocolis/contracts/order-messages';
import { OrderEventSchema } from '@fasocolis/contracts/orders';
import { PopupSchema } from '@fasocolis/contracts/popups';
import { StoppedNumberSchema } from '@fasocolis/contracts/stopped-numbers';
import { AgentSchema, StaffMemberSchema } from '@fasocolis/contracts/team';
import type { RaRecord } from 'react-admin';
import type * as z from 'zod/mini';

/** The schemas of rows that the first screen has no need of; a new resource is one more line. */
export const OTHER_ROWS = new Map<string, z.ZodMiniType<RaRecord>>([
  ['consignments', ConsignmentSchema],
  ['email-deliveries', EmailDeliverySchema],
  ['milestone-definitions', MilestoneDefinitionSchema],
  ['milestones', MilestoneSchema],
  ['notifications', NotificationSchema],
  ['order-changes', ChangeSchema],
  ['order-events', OrderEventSchema],
  ['order-messages', OrderMessageSchema],
  ['popup-notifications', PopupSchema],
  ['setting-changes', ChangeSchema],
  ['skipped', SkippedOrderSchema],
  ['staff', StaffMemberSchema],
  ['stopped-numbers', StoppedNumberSchema],
  ['team', AgentSchema],
]);
