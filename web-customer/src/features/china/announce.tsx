import {
  type AnnouncementOutcome,
  AnnouncementOutcomesSchema,
  type AnnounceParcels,
  AnnounceParcelsSchema,
} from '@fasocolis/contracts/announcements';
import { GOODS_KIND_LABELS, GOODS_KINDS } from '@fasocolis/contracts/goods-kinds';
import { TRANSPORT_MODES } from '@fasocolis/contracts/orders';
import { readCourierNumber } from '@fasocolis/contracts/reading/courier-number';
import { shortened } from '@fasocolis/contracts/reading/shortened';
import { TRANSPORT_MODE_LABELS } from '@fasocolis/contracts/transport-modes';
import { ApiError, api } from '@fasocolis/web-kit/api';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { FieldPath, UseFormRegister } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../shared/button.tsx';
import { Field, TextArea } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { NarrowPage } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { toastFailure } from '../../shared/server-message.ts';
import { SupportLink } from '../../shared/support-link.tsx';
import { useOwnDraft } from '../../shared/use-draft.ts';

const TITLE = 'Annoncer un colis';
const INTRO =
  'Vous avez acheté en Chine\u00a0? Donnez-nous les numéros des transporteurs\u00a0: nous saurons que ces colis sont à vous.';
const FAILED = "Vos colis n'ont pas pu être annoncés. Vérifiez votre connexion, puis réessayez.";

/** "Annoncer un colis": the form, and what became of each line in its place. */
export default function Announce() {
  const form = useSchemaForm(AnnounceParcelsSchema, {
    defaultValues: { numbers: '', contents: '', declaredValue: null },
  });
  const { register, fieldOf, handleSubmit, formState, setError, resetField } = form;
  const { errors } = formState;
  const sending = useMutation({
    mutationFn: (parcels: AnnounceParcels) => api.post('/api/announcements', parcels, AnnouncementOutcomesSchema),
    onError: (error) => {
      const fields = error instanceof ApiError ? (error.errors ?? {}) : {};
      for (const [field, message] of Object.entries(fields)) setError(field as FieldPath<AnnounceParcels>, { message });
      toastFailure(error, FAILED);
    },
  });
  useOwnDraft(form, TITLE, { isOver: sending.isSuccess });
  const again = () => {
    resetField('numbers');
    sending.reset();
  };
  if (sending.data) return <AnnouncedLines outcomes={sending.data} onAgain={again} />;
  return (
    <NarrowPage title={TITLE} intro={INTRO}>
      <Form aria-label={TITLE} onSubmit={handleSubmit((parcels) => sending.mutate(parcels))}>
        <TextArea
          label="Numéros, un par ligne (20 au plus)"
          placeholder={'YT7512345678901\nSF1369874521035'}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...fieldOf('numbers')}
        />
        <Field label="Contenu" placeholder="Chaussures, 20 paires" autoComplete="off" {...fieldOf('contents')} />
        <Choice
          legend="Nature"
          options={GOODS_KINDS.map((kind) => [kind, GOODS_KIND_LABELS[kind]])}
          name="goodsKind"
          error={errors.goodsKind?.message}
          register={register}
        />
        <Choice
          legend="Transport"
          options={TRANSPORT_MODES.map((mode) => [mode, TRANSPORT_MODE_LABELS[mode]])}
          name="mode"
          error={errors.mode?.message}
          register={register}
        />
        <Field
          label="Valeur de chaque colis en FCFA (optionnelle)"
          inputMode="numeric"
          autoComplete="off"
          {...fieldOf('declaredValue', { setValueAs: (text: string | null) => text?.trim() || null })}
        />
        <SubmitButton idle="Annoncer" pending="Envoi en cours..." isPending={sending.isPending} />
      </Form>
    </NarrowPage>
  );
}

interface ChoiceProps {
  legend: string;
  options: [value: string, label: string][];
  name: 'goodsKind' | 'mode';
  error: string | undefined;
  register: UseFormRegister<AnnounceParcels>;
}

const Choice = ({ legend, options, name, error, register }: ChoiceProps) => (
  <fieldset className="min-w-0" aria-describedby={error && `${name}-error`}>
    <legend className="font-medium">{legend}</legend>
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))]">
      {options.map(([value, label]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input type="radio" value={value} className="size-5 accent-brand" {...register(name)} />
          {label}
        </label>
      ))}
    </div>
    {error && (
      <p id={`${name}-error`} role="alert" className="mt-1 text-sm text-danger">
        {error}
      </p>
    )}
  </fieldset>
);

/** What became of each line; it takes the focus, so that screen readers announce it. */
function AnnouncedLines({ outcomes, onAgain }: { outcomes: AnnouncementOutcome[]; onAgain: () => void }) {
  const summary = useRef<HTMLParagraphElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const announced = outcomes.filter(({ outcome }) => outcome === 'announced').length;
  // Lines may be equal.
  const lines = outcomes.map((outcome, id) => ({ id, ...outcome }));
  const refused = outcomes.filter(({ outcome }) => outcome === 'refused');
  return (
    <NarrowPage title="Annoncer un colis">
      <p ref={summary} tabIndex={-1} className="text-lg font-semibold outline-none!">
        {inWords(announced)}
      </p>
      <ul className="my-4 divide-y divide-line border-y border-line">
        {lines.map(({ id, line, outcome, reference, message }) => (
          <li key={id} className="py-3">
            <span className="block font-mono font-bold wrap-anywhere">{line}</span>
            {message && <span className={outcome === 'refused' ? 'text-danger' : ''}>{message} </span>}
            {outcome === 'refused' && <Search line={line} />}
            {reference && (
              <Link to={paths.tracking(reference)} className="block py-2.5 text-brand underline">
                {'Votre numéro de suivi\u00a0: '}
                <span className="font-mono font-bold whitespace-nowrap">{reference}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
      <div className="grid gap-3">
        <Button label="Annoncer d'autres colis" variant="primary" onClick={onAgain} />
        <ButtonLink to={paths.parcels} label="Mes colis" />
        {refused.length > 0 && (
          <SupportLink
            label="Écrire sur WhatsApp"
            text={`Bonjour, je vous écris au sujet de ${namedIn(refused.map(({ line }) => line))}.`}
          />
        )}
      </div>
    </NarrowPage>
  );
}

/** A number of another parcel may be that of one that arrived before it was announced: its page offers to claim it. */
function Search({ line }: { line: string }) {
  const reading = readCourierNumber(line);
  if ('problem' in reading) return null;
  return (
    <Link to={paths.tracking(reading.number)} className="block py-2.5 text-brand underline">
      Est-il arrivé sans nom&nbsp;? Le chercher
    </Link>
  );
}

const NAMED_MAX = 5;

function namedIn(lines: string[]): string {
  const named = lines.slice(0, NAMED_MAX).map((line) => shortened(line, 64));
  const more = lines.length - named.length;
  return named.join(', ') + (more > 0 ? ` et de ${more} autre${more > 1 ? 's' : ''}` : '');
}

function inWords(announced: number): string {
  if (announced === 0) return 'Aucun nouveau colis annoncé';
  return announced === 1 ? '1 colis annoncé' : `${announced} colis annoncés`;
}
