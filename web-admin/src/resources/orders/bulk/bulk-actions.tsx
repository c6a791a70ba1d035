import { MessageSchema } from '@fasocolis/contracts/common';
import { MemberOutcomesSchema } from '@fasocolis/contracts/consignments';
import {
  type ChangeStatus,
  ChangeStatusSchema,
  CorrectOrderSchema,
  type CreateOrderEvent,
  CreateOrderEventSchema,
  type Order,
  type UpdatedOrder,
} from '@fasocolis/contracts/orders';
import { api } from '@fasocolis/web-kit/api';
import { shortDate } from '@fasocolis/web-kit/dates';
import type { ReactNode } from 'react';
import { BooleanInput, type DataProvider, DateInput, ReferenceInput, SelectInput, TextInput } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import * as z from 'zod/mini';
import { orderCount } from '../../../components/words.ts';
import { StatusInputs } from '../order-forms.tsx';

const { estimatedDelivery, reason, notifyCustomer } = CorrectOrderSchema.shape;
const DateSchema = z.object({
  estimatedDelivery: z.pipe(estimatedDelivery, z.string('Veuillez saisir une date valide')),
  reason,
  notifyCustomer,
});

const ConsignmentChoiceSchema = z.object({ consignmentId: z.int('Choisissez une expédition') });

export type Undo = () => Promise<unknown>;

export interface BulkAction {
  /** "Changer le statut de", followed by "3 commandes". */
  title: string;
  schema: z.ZodMiniType<FieldValues, FieldValues>;
  inputs: ReactNode;
  /** A description of the change with the form's values, for the confirmation. */
  effects: (values: FieldValues, count: number, statusName: (code: unknown) => string) => string[];
  /**
   * Changes one order.
   * @returns the function that undoes it; undefined when nothing changed
   */
  apply: (dataProvider: DataProvider, id: number, values: FieldValues) => Promise<Undo | undefined>;
}

const TAKEN_BACK = 'Action groupée annulée aussitôt';

/** Withdraws the event that a change recorded. */
const withdrawing = (dataProvider: DataProvider, id: number, eventId: number | null | undefined): Undo | undefined =>
  eventId
    ? () => dataProvider.create(`orders/${id}/events/${eventId}/withdraw`, { data: { reason: TAKEN_BACK } })
    : undefined;

const update = async (dataProvider: DataProvider, id: number, data: object) =>
  (await dataProvider.update<UpdatedOrder>('orders', { id, data, previousData: { id } })).data;

const receive = (count: number) => (count > 1 ? 'recevront' : 'recevra');

const told = (values: FieldValues, whom: string) =>
  values.notifyCustomer === false ? 'Les clients ne seront pas prévenus.' : whom;

export const bulkActions = {
  status: {
    title: 'Changer le statut de',
    schema: ChangeStatusSchema,
    inputs: (
      <StatusInputs textHint="Facultatif : laissé vide, le texte de chaque commande reste tel quel. Visible par toute personne qui connaît le numéro." />
    ),
    effects: (values, count, statusName) => [
      `${orderCount(count)} ${receive(count)} le statut «\u00a0${statusName(values.status)}\u00a0».`,
      ...(values.latestUpdate ? [`Avec le texte\u00a0: «\u00a0${values.latestUpdate}\u00a0»`] : []),
      told(values, 'Les clients dont le colis change de statut seront prévenus.'),
    ],
    async apply(dataProvider, id, { latestUpdate, ...rest }: Partial<ChangeStatus>) {
      // Left empty, the text of each order stays as it is.
      const { eventId } = await update(dataProvider, id, { ...rest, ...(latestUpdate && { latestUpdate }) });
      return withdrawing(dataProvider, id, eventId);
    },
  },
  date: {
    title: 'Changer la date de',
    schema: DateSchema,
    inputs: (
      <>
        <DateInput source="estimatedDelivery" isRequired helperText="La même pour toutes ces commandes." />
        <TextInput source="reason" helperText="Facultative : les clients dont le colis arrive plus tard la lisent." />
        <BooleanInput
          source="notifyCustomer"
          defaultValue={true}
          helperText="Une date plus tardive est annoncée au client et à tous ceux qui suivent le colis."
        />
      </>
    ),
    effects: (values, count) => [
      `${orderCount(count)} ${receive(count)} la livraison estimée ${shortDate(values.estimatedDelivery)}.`,
      told(values, 'Les clients dont le colis arrive plus tard seront prévenus.'),
    ],
    async apply(dataProvider, id, values) {
      const { data: before } = await dataProvider.getOne<Order>('orders', { id });
      const after = await update(dataProvider, id, values);
      if (after.eventId) return withdrawing(dataProvider, id, after.eventId);
      if (after.estimatedDelivery === before.estimatedDelivery) return undefined;
      return () => update(dataProvider, id, { estimatedDelivery: before.estimatedDelivery, notifyCustomer: false });
    },
  },
  news: {
    title: 'Donner des nouvelles de',
    schema: CreateOrderEventSchema,
    inputs: (
      <>
        <TextInput
          source="note"
          label="Texte"
          isRequired
          multiline
          minRows={3}
          helperText="Le même pour tous. Le statut ne change pas."
        />
        <BooleanInput
          source="notifyCustomer"
          defaultValue={true}
          helperText="Le client et tous ceux qui suivent le colis reçoivent ce texte."
        />
      </>
    ),
    effects: (values, count) => [
      `${orderCount(count)} ${receive(count)} le texte «\u00a0${values.note}\u00a0».`,
      told(values, 'Les clients seront prévenus.'),
    ],
    async apply(dataProvider, id, values: Partial<CreateOrderEvent>) {
      const { data } = await dataProvider.create<UpdatedOrder>(`orders/${id}/events`, { data: values });
      return withdrawing(dataProvider, id, data.eventId);
    },
  },
  consignment: {
    title: 'Choisir une expédition pour',
    schema: ConsignmentChoiceSchema,
    inputs: (
      <ReferenceInput
        source="consignmentId"
        reference="consignments"
        filter={{ open: true }}
        sort={{ field: 'createdAt', order: 'DESC' }}
        perPage={100}
      >
        <SelectInput
          label="Expédition"
          optionText="code"
          translateChoice={false}
          isRequired
          helperText="Les 100 dernières qui ne sont pas clôturées."
        />
      </ReferenceInput>
    ),
    effects: (_values, count) => [
      `${orderCount(count)} ${count > 1 ? 'voyageront' : 'voyagera'} avec cette expédition.`,
      'Les clients ne seront pas prévenus.',
    ],
    async apply(_dataProvider, orderId, { consignmentId }) {
      const id = Number(consignmentId);
      const body = { lines: [{ line: 1, orderId }], dryRun: false };
      const [result] = await api.post('/api/consignments/:id/orders', body, MemberOutcomesSchema, { params: { id } });
      if (result?.outcome === 'refused') throw new Error(result.message);
      if (result?.outcome !== 'added') return undefined;
      return () => api.delete('/api/consignments/:id/orders/:orderId', MessageSchema, { params: { id, orderId } });
    },
  },
} satisfies Record<string, BulkAction>;
