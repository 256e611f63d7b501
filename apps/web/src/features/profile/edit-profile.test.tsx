import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { button, click, show, type Situation } from './profile.fixtures.tsx';

const image = (size = 1000, type = 'image/png') => new File([new Uint8Array(size)], 'me.png', { type });
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Profile photo'), { target: { files: [file] } });
const nameField = () => screen.getByLabelText<HTMLInputElement>('Display Name');
/** Chooses a file and confirms its crop; happy-dom neither loads nor draws pictures. */
async function choosePhoto(file: File, { width, height } = { width: 800, height: 600 }) {
  const drawImage = vi.fn();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['x'], { type: 'image/webp' })),
  );
  choose(file);
  const picture = await screen.findByRole('img', { name: 'Selected' });
  Object.defineProperties(picture, { naturalWidth: { value: width }, naturalHeight: { value: height } });
  fireEvent.load(picture);
  return { picture, drawn: () => drawImage.mock.calls[0]?.slice(1) };
}
/** Responds on demand. */
function later(reply: object) {
  const { promise, resolve } = Promise.withResolvers<object>();
  return { reply: () => promise, answer: () => resolve(reply) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('editing the profile', () => {
  const edit = async (situation: Situation = {}) => {
    const api = await show(situation);
    click('Edit');
    return api;
  };

  it('shows the email as read-only', async () => {
    await edit();

    expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true);
    expect(screen.getByText('Email cannot be changed from here')).toBeDefined();
  });

  it('sends only the trimmed name when only the name was changed', async () => {
    const saving = later({ success: true, user: { name: 'Theo O.', picture: null } });
    const api = await edit({ replies: { 'PATCH /user/profile': saving.reply } });

    fireEvent.change(nameField(), { target: { value: '  Theo O. ' } });
    click('Save Changes');

    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDefined();
    saving.answer();
    expect(await screen.findByText('Profile updated successfully!')).toBeDefined();
    expect(api.bodies.at(api.calls.indexOf('PATCH /user/profile'))).toEqual({ name: 'Theo O.' });
    expect(screen.getByRole('heading', { name: 'Theo O.' })).toBeDefined();
    expect(button('Edit')).toBeDefined();
  });

  it('uploads a photo and sends only its URL', async () => {
    const uploading = later({ success: true, imageUrl: '/api/v1/files/picture-1.webp' });
    const api = await edit({ replies: { 'POST /user/profile/upload-image': uploading.reply } });

    await choosePhoto(image());
    click('Use Photo');
    expect(await screen.findByRole('button', { name: 'Uploading...' })).toBeDefined();
    expect(button('Save Changes').hasAttribute('disabled')).toBe(true);
    uploading.answer();
    expect(await screen.findByText('Profile image uploaded successfully!')).toBeDefined();
    expect(button('Change Photo')).toBeDefined();
    click('Save Changes');

    expect(await screen.findByText('Profile updated successfully!')).toBeDefined();
    expect(api.bodies.at(api.calls.indexOf('PATCH /user/profile'))).toEqual({
      picture: '/api/v1/files/picture-1.webp',
    });
  });

  it.each(['image/gif', 'image/png'])('crops a photo of type %s to a square in its middle', async (type) => {
    const api = await edit();

    const { drawn } = await choosePhoto(image(1000, type));
    click('Use Photo');

    expect(await screen.findByText('Profile image uploaded successfully!')).toBeDefined();
    expect(drawn()).toEqual([100, 0, 600, 600, 0, 0, 512, 512]);
    expect(api.calls).toContain('POST /user/profile/upload-image');
  });

  it('moves and zooms the crop with sliders', async () => {
    await edit();
    const { drawn } = await choosePhoto(image());

    fireEvent.change(screen.getByLabelText('Zoom'), { target: { value: '2' } });
    fireEvent.change(screen.getByLabelText('Left to right'), { target: { value: '1' } });
    fireEvent.change(screen.getByLabelText('Top to bottom'), { target: { value: '0' } });
    click('Use Photo');

    await waitFor(() => expect(drawn()).toEqual([500, 0, 300, 300, 0, 0, 300, 300]));
  });

  it('uploads nothing when the crop is cancelled or the file cannot be decoded', async () => {
    const api = await edit();

    await choosePhoto(image());
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();

    choose(image());
    fireEvent.error(await screen.findByRole('img', { name: 'Selected' }));
    expect(await screen.findByText('Please select a valid image file')).toBeDefined();
    expect(api.calls).not.toContain('POST /user/profile/upload-image');
  });

  it('closes without a request when nothing was changed, or on cancel', async () => {
    const api = await edit();
    click('Save Changes');
    expect(button('Edit')).toBeDefined();

    click('Edit');
    fireEvent.change(nameField(), { target: { value: 'Somebody' } });
    click('Cancel');

    expect(screen.getByRole('heading', { name: 'Theo Okafor' })).toBeDefined();
    expect(api.calls).not.toContain('PATCH /user/profile');
  });

  it("shows 'Name is required' and does not save without one", async () => {
    await edit();

    fireEvent.change(nameField(), { target: { value: '   ' } });

    expect(screen.getByText('Name is required')).toBeDefined();
    expect(button('Save Changes').hasAttribute('disabled')).toBe(true);
  });

  it("shows 'Failed to update profile' and the reason", async () => {
    await edit({ replies: { 'PATCH /user/profile': { refuse: 'database_unavailable' } } });

    fireEvent.change(nameField(), { target: { value: 'Theo O.' } });
    click('Save Changes');

    expect(await screen.findByText('Failed to update profile')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toBe('The database is not responding. Try again in a moment.');
  });

  it.each([
    ['that is no image', image(10, 'text/html'), 'Please select a valid image file'],
    ['of 5 MB', image(5 * 1024 * 1024), 'Image size must be less than 5MB'],
  ])('does not upload a file %s', async (_, file, text) => {
    const api = await edit();

    choose(file);

    expect(await screen.findByText(text)).toBeDefined();
    expect(api.calls).not.toContain('POST /user/profile/upload-image');
  });

  it.each([
    ['internal_error', 'Failed to upload image'],
    ['image_invalid', 'Please select a valid image file'],
    ['image_too_large', 'Image size must be less than 5MB'],
  ] as const)('reports a failed upload in a toast and inline: %s', async (refuse, text) => {
    await edit({ replies: { 'POST /user/profile/upload-image': { refuse } } });

    await choosePhoto(image());
    click('Use Photo');

    await waitFor(() => expect(screen.getAllByText(text)).toHaveLength(2));
    expect(screen.getByRole('alert').textContent).toBe(text);
  });
});
