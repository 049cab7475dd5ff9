export { Strikes } from './author.tsx';
export { CommentStatus } from './parts.tsx';
