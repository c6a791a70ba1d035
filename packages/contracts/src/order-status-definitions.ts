import * as z from 'zod/mini';
import { IdSchema, MAX_ID, optionalText, requiredText } from './common.ts';
import { STATUS_KINDS } from './order-status.ts';

export const OrderStatusSchema = z.object({
  id: IdSchema,
  code: z.string(),
  label: z.string(),
  displayOrder: z.int(),
  isActive: z.boolean(),
  kind: z.enum(STATUS_KINDS),
  sentence: z._default(z.nullable(z.string()), null),
});
export type OrderStatus = z.infer<typeof OrderStatusSchema>;

const DISPLAY_ORDER_MESSAGE = "L'ordre d'affichage doit être supérieur à 0";

export const CreateOrderStatusSchema = z.object({
  code: requiredText({ min: 2, message: 'Le code doit contenir au moins 2 caractères' }),
  label: requiredText({ min: 2, message: 'Le libellé doit contenir au moins 2 caractères' }),
  displayOrder: z
    .int(DISPLAY_ORDER_MESSAGE)
    .check(z.gte(1, DISPLAY_ORDER_MESSAGE), z.lte(MAX_ID, DISPLAY_ORDER_MESSAGE)),
  isActive: z._default(z.boolean('Veuillez choisir actif ou inactif'), true),
  /** That of a built-in status is fixed. */
  kind: z._default(z.enum(STATUS_KINDS, 'Choisissez un type'), 'step'),
  sentence: optionalText(300),
});

export const UpdateOrderStatusSchema = z.partial(
  z.extend(CreateOrderStatusSchema, {
    isActive: z.boolean('Veuillez choisir actif ou inactif'),
    kind: z.enum(STATUS_KINDS, 'Choisissez un type'),
  }),
);
