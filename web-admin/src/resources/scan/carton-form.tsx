import { userIdInCode } from '@fasocolis/contracts/reading/client-code';
import { readWeight } from '@fasocolis/contracts/reading/measures';
import { pieceCode } from '@fasocolis/contracts/reading/reference';
import { CARTON_PHOTOS, CartonSchema } from '@fasocolis/contracts/receiving';
import type { Scan } from '@fasocolis/contracts/scans';
import { Box, Button, FormControlLabel, FormHelperText, Switch, TextField, Typography } from '@mui/material';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import { PhotoButton, UNREADABLE } from '../../components/photo-input.tsx';
import { MainButton, OutlinedButton } from '../../components/text-button.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.tsx';
import type { CartonField, useCarton } from './use-carton.ts';
import { useWedgeInForm } from './use-wedge.ts';

interface CartonFormProps {
  carton: ReturnType<typeof useCarton>;
  label: Pick<Scan, 'reference' | 'piece'>;
  /** The pieces of its parcel, if they were counted. */
  pieces: number | null | undefined;
  /** Called when the code of the next carton was scanned into a field, with the former value of this field. */
  onCode: (text: string, before: Partial<Record<CartonField, string>>) => void;
}

/** Weight, sides, photos and recipient of the carton that was scanned last, typed with a thumb or a glove. */
export function CartonForm({ carton, label, pieces, onCode }: CartonFormProps) {
  const name = pieceCode(label.reference, label.piece);
  const press = useWedgeInForm((text, { name: field }, before) => {
    if (isValue(field as CartonField, text)) return false;
    onCode(text, { [field]: before });
    return true;
  });
  useUnsavedChanges(carton.isTouched);
  const isWhole = label.piece === undefined && pieces != null && pieces > 1;
  if (carton.noted !== undefined) {
    return (
      <Box role="group" aria-label={`Carton ${name}`} sx={formStyle}>
        <Typography role="status" sx={{ fontWeight: 700 }}>
          Carton noté&nbsp;: {carton.noted}
        </Typography>
        <OutlinedButton label="Corriger" onClick={carton.correct} sx={{ justifySelf: 'start' }} />
      </Box>
    );
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void carton.save();
  };
  return (
    <Box
      component="form"
      noValidate
      aria-label={`Carton ${name}`}
      onSubmit={submit}
      onKeyDownCapture={press}
      onKeyDown={goOn}
      sx={formStyle}
    >
      <Field
        carton={carton}
        field="weight"
        label={isWhole ? `Poids des ${pieces} cartons (kg)` : 'Poids (kg)'}
        decimal
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 1 }}>
        <Field carton={carton} field="length" label="L (cm)" decimal hasError={carton.problems.sides !== undefined} />
        <Field carton={carton} field="width" label="l (cm)" decimal hasError={carton.problems.sides !== undefined} />
        <Field carton={carton} field="height" label="h (cm)" decimal hasError={carton.problems.sides !== undefined} />
      </Box>
      {carton.problems.sides && <FormHelperText error>{carton.problems.sides}</FormHelperText>}
      <Field carton={carton} field="recipient" label="Code client, nom ou téléphone" />
      <Photos carton={carton} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <FormControlLabel
          control={<Switch checked={carton.keepsValues} />}
          label="Garder pour le suivant"
          onChange={(_event, keeps) => carton.setKeepsValues(keeps)}
        />
        <MainButton label="Enregistrer" type="submit" size="large" disabled={carton.isReading} />
      </Box>
    </Box>
  );
}

/** Whether a text that was entered at once belongs into a field: scales type too, and a client code may be scanned. */
const isValue = (field: CartonField, text: string): boolean =>
  CartonSchema.safeParse({ weightGrams: readWeight(text) ?? Number.NaN }).success ||
  (field === 'recipient' && userIdInCode(text) !== undefined);

/** Enter leads to the next field, and in the last one it saves. */
function goOn(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget: form, target } = event;
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.type !== 'text') return;
  const fields = Array.from(form.querySelectorAll<HTMLInputElement>('input[type="text"]'));
  const next = fields[fields.indexOf(target) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.select();
}

interface FieldProps {
  carton: CartonFormProps['carton'];
  field: CartonField;
  label: string;
  /** Whether its keyboard has digits. */
  decimal?: boolean;
  hasError?: boolean;
}

function Field({ carton: { draft, problems, type }, field, label, decimal = false, hasError = false }: FieldProps) {
  const problem = field === 'weight' || field === 'recipient' ? problems[field] : undefined;
  return (
    <TextField
      label={label}
      value={draft[field]}
      onChange={({ target }) => type(field, target.value)}
      error={hasError || problem !== undefined}
      helperText={problem}
      slotProps={{
        htmlInput: {
          name: field,
          inputMode: decimal ? 'decimal' : 'text',
          enterKeyHint: field === 'recipient' ? 'done' : 'next',
          maxLength: decimal ? 12 : 100,
          autoComplete: 'off',
        },
      }}
    />
  );
}

function Photos({ carton: { draft, isReading, takePhotos, removePhoto } }: Pick<CartonFormProps, 'carton'>) {
  const [isUnreadable, setUnreadable] = useState(false);
  const take = (files: File[]) => {
    setUnreadable(false);
    takePhotos(files).catch(() => setUnreadable(true));
  };
  return (
    <Box className="row centred" role="group" aria-label="Photos">
      {draft.photos.map((photo, index) => (
        <Button
          key={photo}
          aria-label={`Retirer la photo ${index + 1}`}
          onClick={() => removePhoto(photo)}
          sx={{ p: 0 }}
        >
          <img src={photo} alt={`Carton, vue ${index + 1}`} width={72} height={72} style={{ objectFit: 'cover' }} />
        </Button>
      ))}
      {draft.photos.length < CARTON_PHOTOS && (
        <PhotoButton
          label={isReading ? 'Lecture de la photo…' : `Photo (${draft.photos.length} sur ${CARTON_PHOTOS})`}
          inputLabel="Photo du carton"
          size="large"
          disabled={isReading}
          onTake={take}
        />
      )}
      {isUnreadable && UNREADABLE}
    </Box>
  );
}

const formStyle = {
  display: 'grid',
  gap: 1,
  p: 2,
  bgcolor: 'background.paper',
  borderBottom: '1px solid var(--fc-line)',
  '& .MuiFormControl-root': { m: 0 },
  '& input': { minHeight: 32, fontSize: '1.375rem', fontVariantNumeric: 'tabular-nums' },
} as const;
