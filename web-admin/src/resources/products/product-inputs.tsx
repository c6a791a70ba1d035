import { PRODUCT_IMAGE_MAX_BYTES, PRODUCT_IMAGE_TOO_LARGE } from '@fasocolis/contracts/catalog';
import { BooleanInput, TextInput } from 'react-admin';
import { ImageInput } from '../../components/image-input.tsx';
import { ExtraImagesInput } from './extra-images-input.tsx';

const IMAGE_LIMIT = { maxBytes: PRODUCT_IMAGE_MAX_BYTES, tooLarge: PRODUCT_IMAGE_TOO_LARGE };
const IMAGE_HINT = 'Formats acceptés : JPG, PNG, GIF, WebP.';

export function ProductInputs() {
  return (
    <>
      <TextInput source="name" isRequired helperText={false} />
      <TextInput source="description" multiline minRows={3} isRequired helperText={false} />
      <TextInput source="price" isRequired helperText="Tel que vos clients le liront, par exemple 15 000 FCFA." />
      <ImageInput label="Image principale" source="imageUrl" limit={IMAGE_LIMIT} hint={IMAGE_HINT} />
      <ExtraImagesInput limit={IMAGE_LIMIT} />
      <BooleanInput source="hasFreeshipping" helperText={false} />
      <TextInput source="features" multiline minRows={3} helperText="Une par ligne." />
      <TextInput
        source="specifications"
        multiline
        minRows={3}
        helperText="Une par ligne, par exemple « Poids: 45 g »."
      />
    </>
  );
}
