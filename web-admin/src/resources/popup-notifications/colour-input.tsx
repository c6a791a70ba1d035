import { Box, InputAdornment } from '@mui/material';
import type { ChangeEvent } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { useController } from 'react-hook-form';

/** A CSS colour, typed or chosen from the browser's palette. */
export function ColourInput({ source }: { source: string }) {
  const { field } = useController({ name: source });
  const translate = useTranslate();
  const label = translate(`resources.popup-notifications.fields.${source}`);
  // The palette supports six digits only; "red" or "rgb(…)" can still be typed.
  const shown = /^#[\da-f]{6}$/i.test(field.value) ? field.value : '#000000';

  return (
    <TextInput
      source={source}
      parse={(text: string) => text}
      slotProps={{
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Box
                component="input"
                type="color"
                aria-label={`Palette : ${label}`}
                value={shown}
                onChange={({ target }: ChangeEvent<HTMLInputElement>) => field.onChange(target.value)}
                sx={{ width: 44, height: 32, p: 0, border: 0, bgcolor: 'transparent', cursor: 'pointer' }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
