import { IMAGE_INVALID } from '@fasocolis/contracts/images';
import { dataUrlOf } from '@fasocolis/web-kit/shrink-photo';
import { Box, FormHelperText } from '@mui/material';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { TextInput } from 'react-admin';
import { useController } from 'react-hook-form';
import { FileDrop } from './file-drop.tsx';
import { ImagePreview } from './image-preview.tsx';
import { TextButton } from './text-button.tsx';

interface ImageInputProps {
  label: string;
  limit: ImageLimit;
  hint: string;
}

/** The field `imageUrl`: a URL, or a file in the form. */
export function ImageInput({ label, limit, hint }: ImageInputProps) {
  const { field, fieldState } = useController<Record<string, string | null>>({ name: 'imageUrl' });
  const isFile = field.value?.startsWith('data:');

  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 1, mb: 2 }}>
      {/* A data URL is too long for a text field. */}
      {isFile ? (
        fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>
      ) : (
        <TextInput
          source="imageUrl"
          type="url"
          helperText="Facultative. Commence par https://, ou importez un fichier."
        />
      )}
      {field.value && <ImagePreview url={field.value} />}
      <ImageChooser limit={limit} onChoose={([image]) => field.onChange(image)}>
        {field.value && (
          <TextButton label="Retirer l'image" icon={Trash2} color="error" onClick={() => field.onChange(null)} />
        )}
      </ImageChooser>
      <FormHelperText>{hint}</FormHelperText>
    </Box>
  );
}

interface ImageChooserProps {
  limit: ImageLimit;
  /** The maximum number of images. */
  room?: number;
  onChoose: (images: string[]) => void;
  children?: ReactNode;
}

export function ImageChooser({ limit, room = 1, onChoose, children }: ImageChooserProps) {
  const take = async (files: File[]) => {
    try {
      const images = await Promise.all(files.slice(0, room).map((file) => readImage(file, limit)));
      if (images.length > 0) onChoose(images);
    } catch (error) {
      alert(error instanceof Error ? error.message : error);
    }
  };

  return (
    <FileDrop
      label="Importer une image"
      hint="ou déposez-la ici"
      accept={IMAGE_TYPES.join()}
      multiple={room > 1}
      onFiles={(files) => void take(files)}
    >
      {children}
    </FileDrop>
  );
}

const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

export interface ImageLimit {
  maxBytes: number;
  tooLarge: string;
}

/** An image file as a data URL. @throws Error with a sentence for the administrator */
export async function readImage(file: File, { maxBytes, tooLarge }: ImageLimit): Promise<string> {
  if (!IMAGE_TYPES.includes(file.type)) throw new Error(IMAGE_INVALID);
  if (file.size > maxBytes) throw new Error(tooLarge);
  return dataUrlOf(file).catch(() => {
    throw new Error("Une erreur s'est produite lors du traitement de l'image.");
  });
}
