import { zodResolver } from '@hookform/resolvers/zod';
import type { ComponentProps, SubmitEvent } from 'react';
import {
  type FieldError,
  type FieldValues,
  type Path,
  type RegisterOptions,
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
  const form = useForm<Input, unknown, Output>({ ...options, resolver: zodResolver(schema) });
  const { register } = form;
  const { errors } = form.formState;
  const fieldOf: FieldOf<Input> = (name, rules) => ({
    ...register(name, rules),
    error: (errors[name] as FieldError | undefined)?.message,
  });
  return { ...form, fieldOf };
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: (event: SubmitEvent) => Promise<void>;
}

/** Its fields are below each other. */
export const Form = ({ onSubmit, className = 'grid grid-cols-1 gap-4', ...form }: FormProps) => (
  <form {...form} noValidate className={className} onSubmit={(event) => void onSubmit(event)} />
);

export const SubmitButton = ({ idle, pending, isPending }: { idle: string; pending: string; isPending: boolean }) => (
  <Button
    type="submit"
    variant="primary"
    className="min-h-12"
    label={isPending ? pending : idle}
    disabled={isPending}
  />
);
