import sanitizeHtml from 'sanitize-html';

/** The content of a sign-in link as a setting has it, down to what cannot do anything. */
export const sanitizeLink = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: ['span', 'b', 'i', 'img'],
    allowedAttributes: { span: ['class'], img: ['src', 'alt', 'width', 'height'] },
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
  });
