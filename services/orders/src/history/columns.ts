import { Prisma } from '../generated/prisma/client.ts';

type Column<Field extends string> = readonly [field: Field, column: string];

/** The fields of a row with the names of their columns. */
export const columnsOf = <Field extends string>(fields: readonly Field[]): Column<Field>[] =>
  fields.map((field) => [field, field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]);

/** The list of a SELECT whose rows have the form of those that Prisma returns. */
export const selected = (fields: readonly string[]): Prisma.Sql =>
  Prisma.raw(
    columnsOf(fields)
      .map(([field, column]) => `${column} AS "${field}"`)
      .join(),
  );

/** A row by the names of its columns. */
export const storedOf = <Field extends string>(
  row: Record<Field, unknown>,
  columns: readonly Column<Field>[],
): object => Object.fromEntries(columns.map(([field, column]) => [column, row[field]]));
