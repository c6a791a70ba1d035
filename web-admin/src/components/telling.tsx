import { type StaffOrder, UpdatedOrderSchema } from '@fasocolis/contracts/orders';
import {
  type News,
  NewsSchema,
  type TellCustomers,
  type TellingOutcome,
  TellingOutcomesSchema,
  type TellingPreview,
  TellingPreviewSchema,
} from '@fasocolis/contracts/tell-customers';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { shortDate } from '@fasocolis/web-kit/dates';
import { useState } from 'react';
import { BooleanInput, DateInput, NumberInput, SaveContextProvider, SelectInput, TextInput } from 'react-admin';
import { type FieldValues, useWatch } from 'react-hook-form';
import type { BulkAction, BulkResult } from './bulk/use-bulk.ts';
import { FormDialog } from './form-dialog.tsx';
import { outcomeToasts } from './outcome.ts';
import { useStatusOptions } from './status-options.ts';
import { orderCount } from './words.ts';
import { WithSubtitle } from './work-dialog.tsx';

/** "Dire au client" for one order. */
export function TellDialog({ order, onTold, onClose }: { order: StaffOrder; onTold: () => void; onClose: () => void }) {
  // Another change is not overwritten while the form is open.
  const [{ id, updatedAt: unchangedSince }] = useState(order);
  const toasts = outcomeToasts({
    success: 'Commande mise à jour avec succès',
    failure: 'Échec de la mise à jour de la commande',
    onSuccess: () => {
      onTold();
      onClose();
    },
  });
  const save = async (values: FieldValues) => {
    try {
      const [result] = await tellCustomers({ ...(values as News), orderIds: [id], unchangedSince });
      if (result?.outcome === 'done') return toasts.onSuccess();
      return { root: { serverError: result?.message ?? '' } };
    } catch (error) {
      toasts.onError(error);
      return error instanceof ApiError ? error.errors : undefined;
    }
  };
  const title = <WithSubtitle subtitle={order.reference}>Dire au client</WithSubtitle>;
  return (
    <SaveContextProvider value={{ save, saving: false }}>
      <FormDialog title={title} schema={NewsSchema} submitLabel="Enregistrer" onClose={onClose}>
        <TellingInputs />
      </FormDialog>
    </SaveContextProvider>
  );
}

function TellingInputs({ isForMany = false }: { isForMany?: boolean }) {
  const date = useWatch<FieldValues, 'estimatedDelivery'>({ name: 'estimatedDelivery' });
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const isPast = Boolean(date) && date < today;
  const dateHint = isForMany ? 'Facultative, la même pour toutes ces commandes.' : 'Facultative.';
  return (
    <>
      <SelectInput
        source="status"
        label="Statut"
        choices={useStatusOptions()}
        emptyText="Inchangé"
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      />
      <TextInput
        source="text"
        label="Texte"
        multiline
        minRows={3}
        helperText="Visible par toute personne qui connaît le numéro."
      />
      <DateInput
        source="estimatedDelivery"
        label="Nouvelle date de livraison estimée"
        helperText={isPast ? 'Attention\u00a0: cette date est passée. Les clients la liront ainsi.' : dateHint}
      />
      {isForMany && (
        <NumberInput
          source="shiftDays"
          label="Ou décaler de (jours)"
          step={1}
          helperText={'La date de chaque commande\u00a0: 10 pour dix jours plus tard, -3 pour trois jours plus tôt.'}
        />
      )}
      <BooleanInput
        source="notifyCustomer"
        label="Prévenir le client"
        defaultValue={true}
        helperText="Le client et tous ceux qui suivent le colis reçoivent ce message."
      />
    </>
  );
}

const TAKEN_BACK = 'Action groupée annulée aussitôt';

/** Sends a status, a text or a date to the customers of orders. @throws ApiError */
const tellCustomers = (request: TellCustomers) => api.post('/api/orders/tell', request, TellingOutcomesSchema);

/** The orders that would change and the people who would be notified. @throws ApiError */
const previewTelling = (orderIds: readonly number[], news: News) =>
  api.post('/api/orders/tell/preview', { ...news, orderIds: [...orderIds] }, TellingPreviewSchema);

/** "Dire au client" for many orders. */
export const telling = {
  title: 'Dire au client',
  schema: NewsSchema,
  inputs: <TellingInputs isForMany />,
  async effects(ids, values, statusName) {
    const news = values as News;
    const preview = await previewTelling(ids, news);
    const { orders, at } = preview;
    const changes =
      orders > 0 ? [changeWords(news, orders, statusName), tellWords(news, preview), ...reachWords(preview)] : [];
    return { lines: [...changes, ...leftWords(preview)], at, isNothing: orders === 0 };
  },
  async apply(ids, values, { at: unchangedSince }) {
    const news = values as News;
    const outcomes = await tellCustomers({ ...news, orderIds: [...ids], unchangedSince });
    return new Map(outcomes.map((outcome) => [outcome.orderId, resultOf(outcome)]));
  },
} satisfies BulkAction;

/** The words for a later or earlier arrival of a consignment. */
export const shifting = {
  ...telling,
  title: 'Décaler les colis',
  async effects(ids, values) {
    const news = values as News;
    const preview = await previewTelling(ids, news);
    const { orders, at } = preview;
    const prompt = orders > 0 ? shiftPrompt(news, preview) : 'Aucun colis n’a de date à décaler.';
    return { lines: [prompt, ...leftWords(preview)], at, isNothing: orders === 0 };
  },
} satisfies BulkAction;

function shiftPrompt({ shiftDays }: News, { orders, people }: TellingPreview): string {
  const days = shiftDays ?? 0;
  const verb = days < 0 ? 'Avancer' : 'Décaler';
  const whom = `${people}\u00a0personne${people > 1 ? 's' : ''}`;
  return `${verb} aussi ${orders}\u00a0colis de ${Math.abs(days)}\u00a0jour${Math.abs(days) > 1 ? 's' : ''} et prévenir ${whom}\u00a0?`;
}

function changeWords(news: News, orders: number, statusName: (code: unknown) => string): string {
  const { status, text, estimatedDelivery, shiftDays } = news;
  const parts = [
    status && `le statut «\u00a0${statusName(status)}\u00a0»`,
    text && `le texte «\u00a0${text}\u00a0»`,
    estimatedDelivery && `la livraison estimée ${shortDate(estimatedDelivery)}`,
    shiftDays && `une livraison estimée décalée de ${shiftDays}\u00a0j`,
  ].filter(Boolean);
  return `${orderCount(orders)} ${orders > 1 ? 'recevront' : 'recevra'} ${parts.join(', ')}.`;
}

function tellWords({ notifyCustomer }: News, { people }: TellingPreview): string {
  if (!notifyCustomer) return 'Les clients ne seront pas prévenus.';
  if (people === 0) return "Aucun compte ni numéro n'est connu\u00a0: personne ne sera prévenu.";
  return `${people} personne${people > 1 ? 's seront prévenues' : ' sera prévenue'}.`;
}

/** "10 par le site, 1 par WhatsApp, 20 sans personne à prévenir." */
function reachWords({ people, reach }: TellingPreview): string[] {
  if (!reach || people === 0) return [];
  const parts = [
    [reach.site, 'par le site'],
    [reach.whatsapp, 'par WhatsApp'],
    [reach.nobody, 'sans personne à prévenir'],
  ] as const;
  return [`${parts.flatMap(([count, words]) => (count > 0 ? `${count}\u00a0${words}` : [])).join(', ')}.`];
}

const leftWords = ({ left }: TellingPreview) =>
  left.map(({ reason, orders }) => `${orderCount(orders)}\u00a0: ${reason}`);

function resultOf({ orderId, outcome, message = '', eventId }: TellingOutcome): BulkResult {
  if (outcome === 'refused') return { state: 'failed', reason: message };
  if (outcome === 'unchanged') return { state: 'left', reason: message };
  return { state: 'done', undo: eventId === undefined ? undefined : () => withdraw(orderId, eventId) };
}

const withdraw = (id: number, eventId: number) =>
  api.post('/api/orders/:id/events/:eventId/withdraw', { reason: TAKEN_BACK }, UpdatedOrderSchema, {
    params: { id, eventId },
  });
