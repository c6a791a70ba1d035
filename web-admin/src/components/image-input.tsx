import { Box, Button, FormHelperText } from '@mui/material';
import Trash2 from 'lucide-react/icons/trash-2';
import { TextInput } from 'react-admin';
import { useController } from 'react-hook-form';
import { ImageChooser } from './image-chooser.tsx';
import { ImagePreview } from './image-preview.tsx';
import type { ImageLimit } from './read-image.ts';

interface ImageInputProps {
  label: string;
  source: string;
  limit: ImageLimit;
  /** What the limit is, in words. */
  hint: string;
}

/** An image by its address, or as a file that travels inside the form. */
export function ImageInput({ label, source, limit, hint }: ImageInputProps) {
  const { field, fieldState } = useController<Record<string, string | null>>({ name: source });
  const isFile = field.value?.startsWith('data:');

  return (
    <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 1, mb: 2 }}>
      {/* As text, a file would be a line of millions of characters. */}
      {isFile ? (
        fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>
      ) : (
        <TextInput
          source={source}
          type="url"
          helperText="Facultative. Commence par https://, ou importez un fichier."
        />
      )}
      {field.value && <ImagePreview url={field.value} />}
      <ImageChooser limit={limit} onChoose={([image]) => field.onChange(image)}>
        {field.value && (
          <Button color="error" startIcon={<Trash2 aria-hidden size={20} />} onClick={() => field.onChange(null)}>
            Retirer l'image
          </Button>
        )}
      </ImageChooser>
      <FormHelperText>{hint}</FormHelperText>
    </Box>
  );
}
