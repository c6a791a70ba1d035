import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import { type ChangeEvent, useRef } from 'react';
import { TextInput } from 'react-admin';
import { useController } from 'react-hook-form';
import { PopupImage } from './popup-image.tsx';
import { IMAGE_TYPES, readImage } from './read-image.ts';

/** An image by its address, or as a file that travels inside the form. */
export function ImageInput() {
  const { field, fieldState } = useController<{ imageUrl: string | null }>({ name: 'imageUrl' });
  const chooser = useRef<HTMLInputElement>(null);
  const isFile = field.value?.startsWith('data:');

  const take = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    try {
      field.onChange(await readImage(file));
    } catch (error) {
      alert(error instanceof Error ? error.message : error);
    }
    // The same file, chosen again after it was removed, is a new choice.
    target.value = '';
  };

  return (
    <Box role="group" aria-label="Image" sx={{ display: 'grid', gap: 1, mb: 2 }}>
      {/* As text, a file would be a line of three million characters. */}
      {isFile ? (
        fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>
      ) : (
        <TextInput
          source="imageUrl"
          type="url"
          helperText="Facultative. Commence par https://, ou importez un fichier."
        />
      )}
      {field.value && <PopupImage url={field.value} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button
          variant="outlined"
          startIcon={<Upload aria-hidden size={20} />}
          onClick={() => chooser.current?.click()}
        >
          Importer une image
        </Button>
        {field.value && (
          <Button color="error" startIcon={<Trash2 aria-hidden size={20} />} onClick={() => field.onChange(null)}>
            Retirer l'image
          </Button>
        )}
        <input ref={chooser} type="file" hidden accept={IMAGE_TYPES.join()} onChange={(event) => void take(event)} />
      </Box>
      <FormHelperText>Formats acceptés : JPG, PNG, GIF. Taille maximale : 2 MB.</FormHelperText>
    </Box>
  );
}
