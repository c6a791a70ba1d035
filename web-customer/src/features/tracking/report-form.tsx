import { PaymentReportSchema, type ReportPayment, ReportPaymentSchema } from '@fasocolis/contracts/payment-reports';
import { PAYMENT_METHOD_LABELS } from '@fasocolis/contracts/payments';
import type { User } from '@fasocolis/contracts/user';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { randomUuid } from '@fasocolis/web-kit/older-browsers';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { toastFailure } from '../../shared/server-message.ts';
import { useOwnDraft } from '../../shared/use-draft.ts';
import { reportsQuery } from './ledger-queries.ts';

/** What the user has typed. */
export interface TypedReport {
  id: string;
  method: ReportPayment['method'];
  transactionReference: string;
  amount: string | number;
}

interface Props {
  orderId: number;
  rest: number;
  user: User;
  methods: readonly ReportPayment['method'][];
  /** What was typed before the sheet around the form was closed. */
  typed: TypedReport | undefined;
  onType: (typed: TypedReport | undefined) => void;
  onSent: () => void;
}

/** Reports a payment, under one id for every attempt: a report whose response was lost is not kept twice. */
export function ReportForm({ orderId, rest, user, methods, typed, onType, onSent }: Props) {
  const queryClient = useQueryClient();
  const [defaultValues] = useState<TypedReport>(() => ({
    ...{ id: randomUuid(), method: methods[0] ?? 'orange-money', transactionReference: '', amount: String(rest) },
    ...typed,
  }));
  const form = useSchemaForm(ReportPaymentSchema, { defaultValues });
  const { register, fieldOf, handleSubmit, setError, getValues } = form;
  const forgetDraft = useOwnDraft(form, `J'ai payé ${orderId}`);
  const sending = useMutation({
    mutationFn: (report: ReportPayment) =>
      api.post('/api/ledgers/:orderId/reports', report, PaymentReportSchema, { params: { orderId } }),
    onSuccess: () => {
      forgetDraft();
      toast({ title: 'Paiement signalé', description: 'Nous le vérifions, puis votre reçu est ici.' });
      onType(undefined);
      void queryClient.invalidateQueries({ queryKey: reportsQuery(user.id, orderId).queryKey });
      onSent();
    },
    onError: (error) => {
      for (const field of ['transactionReference', 'amount'] as const) {
        const problem = error instanceof ApiError ? error.errors?.[field] : undefined;
        if (problem) setError(field, { message: problem }, { shouldFocus: true });
      }
      toastFailure(error, FAILED);
    },
  });
  return (
    <Form
      aria-label="J'ai payé"
      className="mt-4 grid grid-cols-1 gap-3"
      onChange={() => onType(getValues())}
      onSubmit={handleSubmit((report) => sending.mutate(report))}
    >
      <fieldset className="min-w-0">
        <legend className="font-medium">Payé par</legend>
        {methods.map((method) => (
          <label key={method} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input type="radio" value={method} className="size-5 accent-brand" {...register('method')} />
            {PAYMENT_METHOD_LABELS[method]}
          </label>
        ))}
      </fieldset>
      <Field
        label="Référence de la transaction"
        autoComplete="off"
        autoCapitalize="characters"
        hint="Elle est dans le message de l'opérateur."
        {...fieldOf('transactionReference')}
      />
      <Field label="Montant (FCFA)" inputMode="numeric" autoComplete="off" {...fieldOf('amount')} />
      <SubmitButton idle="J'ai payé" pending="Envoi en cours..." isPending={sending.isPending} />
    </Form>
  );
}

const FAILED = "Votre paiement n'a pas pu être signalé. Vérifiez votre connexion, puis réessayez.";
