import {
  BORDER_RADII,
  CONTENT_SIZES,
  type ImagePosition,
  POPUP_IMAGE_MAX_BYTES,
  POPUP_IMAGE_TOO_LARGE,
  POPUP_WIDTH_INPUT,
  TITLE_SIZES,
} from '@fasocolis/contracts/popups';
import { Box, InputAdornment } from '@mui/material';
import type { ChangeEvent, ReactNode } from 'react';
import { BooleanInput, DateInput, NumberInput, SelectInput, TextInput, useTranslate } from 'react-admin';
import { useController, useWatch } from 'react-hook-form';
import { ImageInput } from '../../components/image-input.tsx';

const IMAGE_LIMIT = { maxBytes: POPUP_IMAGE_MAX_BYTES, tooLarge: POPUP_IMAGE_TOO_LARGE };

/** Keeps an emptied field an empty string: the schema expects strings. */
const asTyped = (text: string) => text;

export function ContentInputs() {
  return (
    <>
      <TextInput source="title" parse={asTyped} isRequired />
      <TextInput source="content" parse={asTyped} multiline minRows={4} isRequired />
      <ImageInput label="Image" limit={IMAGE_LIMIT} hint="Formats acceptés : JPG, PNG, GIF. Taille maximale : 2 MB." />
      <TextInput source="buttonText" parse={asTyped} />
      <TextInput
        source="buttonLink"
        helperText="Facultatif. Une adresse https:// ou un chemin du site comme /contact."
      />
    </>
  );
}

export function AppearanceInputs() {
  return (
    <Columns>
      <ColourInput source="backgroundColor" />
      <ColourInput source="textColor" />
      <ColourInput source="buttonColor" />
      <ColourInput source="buttonTextColor" />
      <OptionInput source="titleFontSize" options={TITLE_SIZES.map(inPixels)} />
      <OptionInput source="contentFontSize" options={CONTENT_SIZES.map(inPixels)} />
      <OptionInput source="fontFamily" options={FONTS} />
      <OptionInput source="fontWeight" options={WEIGHTS} />
      <OptionInput source="borderRadius" options={BORDER_RADII.map(inPixels)} />
      <OptionInput source="imagePosition" options={POSITIONS} />
      <NumberInput source="width" {...POPUP_WIDTH_INPUT} />
      <NumberInput source="height" min={1} step={10} />
    </Columns>
  );
}

export function SettingInputs() {
  return (
    <>
      <BooleanInput source="isActive" helperText="Une popup inactive n'est montrée à personne." />
      <BooleanInput source="showOnce" helperText="Chaque client la voit une seule fois. Sinon, à chaque connexion." />
      <Columns>
        <DateInput source="startDate" helperText="Facultative. Premier jour d'affichage." />
        <DateInput source="endDate" helperText="Facultative. Dernier jour d'affichage." />
      </Columns>
    </>
  );
}

interface Option {
  id: string;
  name: string;
}

const inPixels = (size: string): Option => ({ id: size, name: size.replace('px', ' px') });

const POSITIONS: (Option & { id: ImagePosition })[] = [
  { id: 'top', name: 'En haut' },
  { id: 'bottom', name: 'En bas' },
  { id: 'left', name: 'À gauche' },
  { id: 'right', name: 'À droite' },
];

const FONTS: Option[] = [
  { id: 'Inter, sans-serif', name: 'Inter' },
  { id: 'Arial, sans-serif', name: 'Arial' },
  { id: 'Verdana, sans-serif', name: 'Verdana' },
  { id: 'Georgia, serif', name: 'Georgia' },
  { id: 'monospace', name: 'Machine à écrire' },
];

const WEIGHTS: Option[] = [
  { id: 'normal', name: 'Normale' },
  { id: '600', name: 'Demi-grasse' },
  { id: 'bold', name: 'Grasse' },
];

/** A select that keeps a value outside its options, which the API accepts. */
function OptionInput({ source, options }: { source: string; options: readonly Option[] }) {
  const current: unknown = useWatch({ name: source });
  const choices =
    typeof current === 'string' && !options.some(({ id }) => id === current)
      ? [...options, { id: current, name: current }]
      : options;
  return <SelectInput source={source} choices={[...choices]} isRequired />;
}

function Columns({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' }, columnGap: 2, rowGap: 1 }}>
      {children}
    </Box>
  );
}

/** A CSS colour, typed or chosen from the browser's palette. */
function ColourInput({ source }: { source: string }) {
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
