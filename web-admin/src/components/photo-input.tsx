import { shrinkPhoto } from '@fasocolis/web-kit/shrink-photo';
import { Alert, Box } from '@mui/material';
import Camera from 'lucide-react/icons/camera';
import { type ComponentProps, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { ImagePreview } from './image-preview.tsx';
import { OutlinedButton, TextButton } from './text-button.tsx';

/** The longer side, in pixels: a name on a paper stays readable. */
const LONGEST = 1600;

/** A photo that the phone takes, as the field `photo`. While it is being read the form cannot be sent: it would be sent without it. */
export function PhotoInput({ label, onReading }: { label: string; onReading: (isReading: boolean) => void }) {
  const { field } = useController<Record<string, string | null>>({ name: 'photo', defaultValue: null });
  const [isUnreadable, setUnreadable] = useState(false);
  const [isReading, setReading] = useState(false);
  const take = async ([file]: File[]) => {
    if (!file) return;
    setReading(true);
    onReading(true);
    const photo = await shrinkPhoto(file, { longest: LONGEST }).catch(() => undefined);
    setReading(false);
    onReading(false);
    setUnreadable(photo === undefined);
    if (photo) field.onChange(photo);
  };
  return (
    <Box role="group" aria-label="Photo" sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      {field.value && <ImagePreview url={field.value} />}
      {isUnreadable && UNREADABLE}
      <div className="row">
        <PhotoButton
          label={field.value ? 'Reprendre la photo' : 'Ajouter une photo'}
          inputLabel={label}
          disabled={isReading}
          onTake={(files) => void take(files)}
        />
        {field.value && <TextButton label="Retirer la photo" color="error" onClick={() => field.onChange(null)} />}
      </div>
    </Box>
  );
}

export const UNREADABLE = <Alert severity="error">Cette photo ne peut pas être lue. Prenez-en une autre.</Alert>;

interface PhotoButtonProps extends Omit<ComponentProps<typeof OutlinedButton>, 'icon' | 'onClick'> {
  inputLabel: string;
  onTake: (files: File[]) => void;
}

/** Opens the camera of a phone. */
export function PhotoButton({ inputLabel, onTake, ...button }: PhotoButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <OutlinedButton {...button} icon={Camera} onClick={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={inputLabel}
        onChange={({ target }) => {
          onTake(Array.from(target.files ?? []));
          target.value = '';
        }}
      />
    </>
  );
}
