import { readVolume, readWeight, writtenVolume, writtenWeight } from '@fasocolis/contracts/reading/measures';
import { TextField } from '@mui/material';
import { useState } from 'react';
import { useInput } from 'react-admin';

interface MeasureInputProps {
  source: string;
  label: string;
  example: string;
  read: (text: string) => number | null;
  written: (value: number) => string;
}

/** A measure as people write it, with a whole number as its value. */
function MeasureInput({ source, label, example, read, written }: MeasureInputProps) {
  const { field, fieldState } = useInput({ source });
  const [text, setText] = useState(field.value ? written(field.value) : '');
  const change = (typed: string) => {
    setText(typed);
    // The field's rule refuses other texts.
    field.onChange(typed.trim() === '' ? null : (read(typed) ?? Number.NaN));
  };
  return (
    <TextField
      name={field.name}
      label={label}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? example : ' '}
      slotProps={{ htmlInput: { inputMode: 'decimal' } }}
      fullWidth
    />
  );
}

/** A weight as scales show it, in kilograms; its value has grams. */
export const WeightInput = () => (
  <MeasureInput
    source="weightGrams"
    label="Poids (kg)"
    example="Par exemple 12,5 kg, ou 2500 g."
    read={readWeight}
    written={writtenWeight}
  />
);

/** A volume in cubic metres or as three sides; its value has cubic centimetres. */
export const VolumeInput = () => (
  <MeasureInput
    source="volumeCm3"
    label="Volume (m³)"
    example="Par exemple 0,125 m³, ou 60 x 40 x 50 cm."
    read={readVolume}
    written={writtenVolume}
  />
);
