import { shrinkPhoto } from '@fasocolis/web-kit/shrink-photo';
import { Alert, Box } from '@mui/material';
import Camera from 'lucide-react/icons/camera';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { ImagePreview } from './image-preview.tsx';
import { OutlinedButton, TextButton } from './text-button.tsx';

/** The longer side, in pixels: a name on a paper stays readable. */
const LONGEST = 1600;

/** A photo that the phone takes, as the field `photo`. While it is being read the form cannot be sent: it would be sent without it. */
export function PhotoInput({ label, onReading }: { label: string; onReading: (isReading: boolean) => void }) {
  const { field } = useController<Record<string, string | null>>({ name: 'photo', defaultValue: null });
  const chooser = useRef<HTMLInputElement>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    onReading(true);
    const photo = await shrinkPhoto(file, { longest: LONGEST }).catch(() => undefined);
    onReading(false);
    setUnreadable(photo === undefined);
    if (photo) field.onChange(photo);
  };
  return (
    <Box role="group" aria-label="Photo" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {field.value && <ImagePreview url={field.value} />}
      {isUnreadable && <Alert severity="error">Cette photo ne peut pas être lue. Prenez-en une autre.</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <OutlinedButton
          label={field.value ? 'Reprendre la photo' : 'Ajouter une photo'}
          icon={Camera}
          onClick={() => chooser.current?.click()}
        />
        {field.value && <TextButton label="Retirer la photo" color="error" onClick={() => field.onChange(null)} />}
      </Box>
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={label}
        onChange={({ target }) => void take(target.files?.[0])}
      />
    </Box>
  );
}
