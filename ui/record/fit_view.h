// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/inference.h"

#include <QFrame>
#include <QPushButton>

#include <array>

QT_BEGIN_NAMESPACE
class QButtonGroup;
class QLabel;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class ElidedLabel;

/// A preset, with the number of decisions and delays that match it. Checked while it is the preset that the
/// calls are compared with.
class FitButton : public QPushButton
{
    Q_OBJECT
public:
    explicit FitButton(QWidget* parent = nullptr);

    void display(const PresetFit& fit);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] int numberWidth() const;

    QString m_title;
    QString m_count; ///< `12 of 14`
    double m_share = 0;
};

/// Which preset a client matches: the best candidate in a sentence, the next ones beside it, and buttons for
/// the chosen one.
class FitView : public QFrame
{
    Q_OBJECT
public:
    static constexpr std::size_t kShown = 4;

    explicit FitView(QWidget* parent = nullptr);

    /// client: nullptr until an inference has ended. others: number of other clients in the record. Keeps the
    /// user's choice while that preset is still listed.
    void display(const InferredClient* client, int others);
    /// Id of the chosen preset; empty: none.
    [[nodiscard]] const std::string& preset() const { return m_preset; }
    /// True if saving writes the measured policy, because neither the evidence nor the user has chosen a
    /// preset.
    [[nodiscard]] bool savesMeasured() const;

Q_SIGNALS:
    /// The user chose another preset.
    void presetChosen();
    void useRequested();
    void saveOwnRequested();
    void compareRequested();
    void judgeRequested();
    /// Copy what was found of the clients, as Markdown.
    void copyRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void displayActions();
    void choose(int button);
    void applyTheme();

    QLabel* m_caption;
    QLabel* m_headline;
    QLabel* m_sentence;
    QLabel* m_more; ///< of presets that explain it equally well, how many the list leaves out
    QPushButton* m_use;
    QPushButton* m_judge;
    QPushButton* m_compare;
    QPushButton* m_saveOwn;
    QToolButton* m_copy;
    std::array<FitButton*, kShown> m_fits{};
    std::array<std::string, kShown> m_ids;
    QButtonGroup* m_group = nullptr;
    std::string m_preset;
    bool m_hasClient = false;
    bool m_isOfOne = false;  ///< the evidence names one preset
    bool m_isChosen = false; ///< by the user
};

} // namespace retryscope::ui
