import "./settings.css";

import { Link } from "react-router";

import { fieldProblems, FormSummary } from "#app/ui/form-summary.tsx";

import { MemberPictureImage } from "./member-picture-image.tsx";
import type { MemberPicture } from "./member.ts";
import type { PictureChoice, ProfileProblems, ProfileFormValues } from "./profile-form.ts";

type ProfileFieldsProps = {
  filled: ProfileFormValues;
  version: number;
  problems: ProfileProblems;
  /** Why the submitted form was rejected; null if nothing was submitted. */
  why: string | null;
  pictures: ProfilePictures;
  neighborhoods: readonly { slug: string; name: string }[];
  profilePath: string;
  isNameAddress: boolean;
};

export type ProfilePictures = {
  drawn: MemberPicture;
  /** The copy of the provider's picture, if there is one. */
  copied: MemberPicture | null;
  /** Whether the provider's picture can be chosen: it can be copied, or already was. */
  canBeProviders: boolean;
};

/** In form order. */
const LABELS: Record<keyof ProfileProblems, string> = {
  name: "Name",
  picture: "Picture",
  neighborhood: "Home neighborhood",
};

/** The profile form. A plain form that works without JavaScript. */
export function ProfileFields(props: ProfileFieldsProps) {
  const { filled, version, problems, why, pictures, neighborhoods, profilePath, isNameAddress } = props;
  return (
    <form method="post" action="/settings" className="settings-form" noValidate>
      <input type="hidden" name="version" value={version} />
      {why !== null && (
        <FormSummary why={why} problems={fieldProblems(problems, LABELS, (field) => `profile-${field}`)} />
      )}
      <NameField name={filled.name} problem={problems.name} isNameAddress={isNameAddress} />
      <PictureField choice={filled.picture} pictures={pictures} problem={problems.picture} />
      <NeighborhoodField slug={filled.neighborhood} choices={neighborhoods} problem={problems.neighborhood} />
      <div className="settings-choice">
        <label>
          <input
            type="checkbox"
            name="public"
            value="yes"
            defaultChecked={filled.isPublic}
            aria-describedby="public-says"
          />
          My profile is public
        </label>
        <p className="settings-hint" id="public-says">
          Anyone can open{" "}
          <Link className="link" to={profilePath}>
            your page
          </Link>{" "}
          from your reviews. It shows your name, picture, neighborhood, the month you joined, your reviews and your
          public lists. If your profile isn’t public, your reviews show only your name, and only you can open the page.
        </p>
      </div>
      <div>
        <button type="submit" className="button button-primary">
          Save profile
        </button>
      </div>
    </form>
  );
}

function NameField({
  name,
  problem,
  isNameAddress,
}: {
  name: string;
  problem: string | undefined;
  isNameAddress: boolean;
}) {
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor="profile-name">Name</label>
      <input
        type="text"
        className="input"
        id="profile-name"
        name="name"
        defaultValue={name}
        autoComplete="name"
        aria-invalid={problem !== undefined}
        aria-describedby="name-says"
      />
      <small id="name-says">
        {problem ??
          (isNameAddress
            ? "This is your email address, because Google gave us no name. It appears with your reviews, so choose another."
            : "Shown with your reviews and shared lists. A nickname is fine. Up to 60 characters.")}
      </small>
    </div>
  );
}

type PictureFieldProps = { choice: PictureChoice; pictures: ProfilePictures; problem: string | undefined };

function PictureField({ choice, pictures: { drawn, copied, canBeProviders }, problem }: PictureFieldProps) {
  if (!canBeProviders) {
    return (
      <div className="settings-picture" id="profile-picture">
        <MemberPictureImage picture={drawn} size={64} />
        <p className="settings-hint">Your picture: a house drawn just for you.</p>
      </div>
    );
  }
  return (
    <fieldset
      className={problem === undefined ? "settings-choice" : "settings-choice field-error"}
      id="profile-picture"
      aria-describedby={problem === undefined ? undefined : "picture-problem"}
    >
      <legend>Picture</legend>
      <label>
        <input type="radio" name="picture" value="drawn" defaultChecked={choice === "drawn"} />
        <MemberPictureImage picture={drawn} size={64} />A house drawn just for you
      </label>
      <label>
        <input type="radio" name="picture" value="provider" defaultChecked={choice === "provider"} />
        {copied !== null && <MemberPictureImage picture={copied} size={64} />}
        The picture of your Google account
      </label>
      {problem !== undefined && (
        <small className="settings-problem" id="picture-problem">
          {problem}
        </small>
      )}
      <p className="settings-hint">Our server copies Google’s picture once, so Google can’t see who views it.</p>
    </fieldset>
  );
}

type NeighborhoodFieldProps = {
  slug: string;
  choices: readonly { slug: string; name: string }[];
  problem: string | undefined;
};

function NeighborhoodField({ slug, choices, problem }: NeighborhoodFieldProps) {
  return (
    <div className={problem === undefined ? "field" : "field field-error"}>
      <label htmlFor="profile-neighborhood">Home neighborhood</label>
      <select
        className="input"
        id="profile-neighborhood"
        name="neighborhood"
        defaultValue={slug}
        aria-invalid={problem !== undefined}
        aria-describedby="neighborhood-says"
      >
        <option value="">None</option>
        {choices.map((choice) => (
          <option key={choice.slug} value={choice.slug}>
            {choice.name}
          </option>
        ))}
      </select>
      <small id="neighborhood-says">{problem ?? "Shown on your page if it’s public. Not used anywhere else."}</small>
    </div>
  );
}
