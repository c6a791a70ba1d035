import { readWeight } from '@fasocolis/contracts/reading/measures';
import { TextField } from '@mui/material';
import { useState } from 'react';
import { useInput } from 'react-admin';
import { weightWords } from '../../components/words.ts';

const EXAMPLE = 'Par exemple 12,5 kg, ou 2500 g.';

/** A weight as scales show it, in kilograms; its value has grams. */
export function WeightInput() {
  const { field, fieldState } = useInput({ source: 'weightGrams' });
  const [text, setText] = useState(field.value ? weightWords(field.value) : '');
  const change = (typed: string) => {
    setText(typed);
    // The field's rule refuses other texts.
    field.onChange(typed.trim() === '' ? null : (readWeight(typed) ?? Number.NaN));
  };
  return (
    <TextField
      name={field.name}
      label="Poids (kg)"
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? EXAMPLE : ' '}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      fullWidth
    />
  );
}
