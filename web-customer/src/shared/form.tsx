import { toNestErrors } from '@hookform/resolvers';
import { type Mutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type SubmitEvent, useRef } from 'react';
import {
  type FieldError,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type Resolver,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { Button } from './button.tsx';

type FieldOf<Input extends FieldValues> = <Name extends Path<Input>>(
  name: Name,
  rules?: RegisterOptions<Input, Name>,
) => UseFormRegisterReturn<Name> & { error: string | undefined };

/** A form of the library that a schema validates. `fieldOf` returns the properties of a field, with its error. */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  options: UseFormProps<Input, unknown, Output>,
): UseFormReturn<Input, unknown, Output> & { fieldOf: FieldOf<Input> } {
  const form = useForm<Input, unknown, Output>({ ...options, resolver: resolverOf(schema) });
  const { register } = form;
  const { errors } = form.formState;
  const fieldOf: FieldOf<Input> = (name, rules) => ({
    ...register(name, rules),
    error: (errors[name] as FieldError | undefined)?.message,
  });
  return { ...form, fieldOf };
}

/** The library's own resolver also has the code for other versions of zod. */
const resolverOf =
  <Input extends FieldValues, Output>(schema: z.ZodMiniType<Output, Input>): Resolver<Input, unknown, Output> =>
  async (values, _context, options) => {
    const { data, error } = await schema.safeParseAsync(values);
    if (!error) return { values: data, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const { path, code, message } of error.issues) errors[path.join('.')] ??= { type: code, message };
    return { values: {}, errors: toNestErrors<Input>(errors, options) };
  };

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: (event: SubmitEvent) => Promise<void>;
}

/**
 * Its fields are below each other. It is submitted once until the mutation of the submission has settled: on a slow phone a
 * second tap comes before the button is shown as disabled.
 */
export function Form({ onSubmit, className = 'grid grid-cols-1 gap-4', ...form }: FormProps) {
  const mutations = useQueryClient().getMutationCache();
  const isValidating = useRef(false);
  const sending = useRef<Mutation>(undefined);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isValidating.current || sending.current?.state.status === 'pending') return;
    isValidating.current = true;
    const stop = mutations.subscribe(({ type, mutation }) => {
      if (type === 'added') sending.current = mutation;
    });
    try {
      await onSubmit(event);
    } finally {
      stop();
      isValidating.current = false;
    }
  };
  return <form {...form} noValidate className={className} onSubmit={(event) => void submit(event)} />;
}

export const SubmitButton = ({ idle, pending, isPending }: { idle: string; pending: string; isPending: boolean }) => (
  <Button
    type="submit"
    variant="primary"
    className="min-h-12"
    label={isPending ? pending : idle}
    disabled={isPending}
  />
);
